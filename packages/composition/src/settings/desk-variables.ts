import { defaultSettings } from '@backroom/core';
import { inventoryRoutes, type ShopNames } from '@backroom/core/interface';
import * as v from 'valibot';
import { integer, variable } from './variable.ts';

const DEFAULT_PATH = 'desk';
const form = /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/;

/** The web application, and the sessions of browsers. */
export const deskVariables = {
  DESK_PATH: variable(
    v.pipe(v.string(), v.regex(form, 'must be one segment of a path, like desk, or empty')),
    'The path of the web application; empty switches it off.',
    { defaultValue: DEFAULT_PATH },
  ),
  DESK_SESSION_DAYS: variable(
    integer(1, 90),
    'Days from the password to the end of a browser session, however often it is renewed.',
    { defaultValue: String(defaultSettings.deskSessionDays) },
  ),
} as const;

/** First segments of addresses that are no route of an interface. */
const pages = [
  'docs',
  'metrics',
  'product',
  'page',
  'embed',
  'index.php',
  'site.css',
  'favicon.svg',
  'favicon.ico',
  'robots.txt',
];

/** The path of the desk, null if it is set to nothing; adds a fault for one that is taken. */
export function readDeskPath(given: string | undefined, names: ShopNames, faults: string[]): string | null {
  if (given === '') return null;
  const path = given ?? DEFAULT_PATH;
  const routes = inventoryRoutes({ publicDocs: false }).map(({ path: each }) => each.split('/')[1]);
  if ([...routes, ...pages, names.adminPath, names.prettyPrefix].includes(path))
    faults.push('DESK_PATH must not be the path of something else.');
  return path;
}
