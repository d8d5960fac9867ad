import { defaultSettings } from '@backroom/core';
import * as v from 'valibot';
import { integer, variable } from './variable.ts';

/** The path of the desk unless it is set. */
export const DEFAULT_DESK_PATH = 'desk';
const form = /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/;

/** The web application, and the sessions of browsers. */
export const deskVariables = {
  DESK_PATH: variable(
    v.pipe(v.string(), v.regex(form, 'must be one segment of a path, like desk, or empty')),
    'The path of the web application; empty switches it off.',
    { defaultValue: DEFAULT_DESK_PATH },
  ),
  DESK_SESSION_DAYS: variable(
    integer(1, 90),
    'Days from the password to the end of a browser session, however often it is renewed.',
    { defaultValue: String(defaultSettings.deskSessionDays) },
  ),
} as const;
