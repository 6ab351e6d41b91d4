import puppeteer from 'puppeteer-core';
import { findInstalledBrowsers } from '../../../lib/visit/browser/find.js';
import { unpackChromium } from '../../../lib/visit/browser/unpack.js';

const ORIGIN = 'https://www.site.example.com/';
const LOAD_TIMEOUT_MS = 5000;

/**
 * Starts an unrestricted browser, which shows that the attacks work.
 * @returns {Promise<{ show: (files: Readonly<Record<string, string>>, stayMs: number) => Promise<void>, close: () =>
 *   Promise<void> }>}
 */
export async function startOpenBrowser() {
  const [installed] = findInstalledBrowsers();
  const { path, libraries } = installed ? { path: installed, libraries: '' } : await unpackChromium();
  const env = { ...process.env, LD_LIBRARY_PATH: libraries };
  const args = ['--no-sandbox'];
  const browser = await puppeteer.launch({ executablePath: path, headless: 'shell', pipe: true, args, env });
  return { show: (files, stayMs) => show(browser, files, stayMs), close: () => browser.close() };
}

/**
 * @param {import('puppeteer-core').Browser} browser
 * @param {Readonly<Record<string, string>>} files
 * @param {number} stayMs
 */
async function show(browser, files, stayMs) {
  const page = await browser.newPage();
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const url = request.url();
    const path = url.startsWith(ORIGIN) ? url.slice(ORIGIN.length) : null;
    const contentType = path?.endsWith('.js') ? 'text/javascript' : path?.endsWith('.xml') ? 'text/xml' : 'text/html';
    const answered = path === null ? request.continue() : request.respond({ body: files[path] ?? '', contentType });
    answered.catch(() => null);
  });
  await page.goto(`${ORIGIN}index.html`, { timeout: LOAD_TIMEOUT_MS }).catch(() => null);
  await new Promise((resolve) => setTimeout(resolve, stayMs));
  await page.close().catch(() => null);
}
