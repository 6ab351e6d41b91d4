import puppeteer from 'puppeteer-core';
import { unpackChromium } from '../../lib/visit/browser/unpack.js';

/** Starts Chromium without the protections and settings of `lib/visit`, closed to other hosts. */
export async function launchChromium() {
  const { path, libraries } = await unpackChromium();
  return await puppeteer.launch({
    executablePath: path,
    headless: 'shell',
    args: [
      ...['--no-sandbox', '--hide-scrollbars', '--disable-gpu', '--font-render-hinting=none', '--disable-lcd-text'],
      ...['--use-gl=angle', '--use-angle=swiftshader', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'],
    ],
    env: { ...process.env, LD_LIBRARY_PATH: [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':') },
  });
}
