import puppeteer from 'puppeteer-core';
import { unpackChromium } from '../../lib/visit/browser/unpack.js';

/** Starts the bundled Chromium in sRGB, with JPEG XL, which it decodes by default from version 155 on. */
export async function openChromium() {
  const { path } = await unpackChromium();
  const args = ['--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--force-color-profile=srgb'];
  args.push('--enable-features=JXLImageFormat');
  return await puppeteer.launch({ executablePath: path, headless: 'shell', pipe: true, args });
}
