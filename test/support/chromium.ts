import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function installed(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/**
 * The path of a Chromium that can be driven; undefined where there is none, which is reported. On the machine that
 * builds releases (`BACKROOM_CI=1`) one is installed if need be, and its absence is a failure.
 */
export function findChromium(): string | undefined {
  const found = installed();
  if (found !== undefined) return found;
  if (process.env.BACKROOM_CI === '1') {
    if (process.getuid?.() === 0) {
      spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', timeout: 300_000 });
      const options = ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'];
      spawnSync('apt-get', options, { stdio: 'inherit', timeout: 600_000 });
    }
    const path = installed();
    if (path === undefined) throw new Error('There is no Chromium, and it could not be installed.');
    return path;
  }
  process.stderr.write('No Chromium was found: the tests in a real browser are left out.\n');
  return undefined;
}

/**
 * Features that are off: pages of the address bar, which every window would load hidden, and what Playwright turns off itself,
 * because the last list on a command line replaces those before.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Starts the Chromium that `findChromium` finds, without windows. */
export function launchChromium(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', `--disable-features=${disabledFeatures.join(',')}`, ...args],
  });
}
