import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES_ON_PATH = [
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
];

const MAC_APPLICATIONS = ['Google Chrome', 'Microsoft Edge', 'Chromium'];

const WINDOWS_PROGRAMS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'Chromium\\Application\\chrome.exe',
];

/** Lists the Chrome, Edge and Chromium executables on this machine, the most likely first. */
export function findInstalledBrowsers(platform = process.platform, env = process.env) {
  const places = { darwin: listMacPlaces, win32: listWindowsPlaces }[String(platform)] ?? listPathPlaces;
  return [...new Set(places(env))].filter(isExecutable);
}

/** @param {NodeJS.ProcessEnv} env */
function listMacPlaces(env) {
  return ['/Applications', join(env.HOME ?? '/', 'Applications')].flatMap((folder) =>
    MAC_APPLICATIONS.map((name) => join(folder, `${name}.app`, 'Contents', 'MacOS', name)),
  );
}

/** @param {NodeJS.ProcessEnv} env */
function listWindowsPlaces(env) {
  const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA];
  return folders.flatMap((folder) => (folder ? WINDOWS_PROGRAMS.map((program) => `${folder}\\${program}`) : []));
}

/** @param {NodeJS.ProcessEnv} env */
function listPathPlaces(env) {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return NAMES_ON_PATH.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
