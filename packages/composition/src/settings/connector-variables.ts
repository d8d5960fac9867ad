import * as v from 'valibot';
import { list, text, variable } from './variable.ts';

const site = v.pipe(
  text,
  v.check(isSite, 'must be a URL that begins with https:// or http://, without user name, query and fragment'),
  v.transform((value) => {
    const { origin, pathname } = new URL(value);
    return (origin + pathname).replace(/\/+$/, '');
  }),
);
const origins = v.pipe(
  list,
  v.check(
    (entries) => entries.every((entry) => URL.canParse(entry) && new URL(entry).origin === entry),
    'must be origins like https://desk.example.org, separated by commas',
  ),
);

/** The pairing with another installation. */
export const connectorVariables = {
  CONNECTOR_URL: variable(
    site,
    'The base address (PUBLIC_URL) of the site that this one is paired with; both sites name each other. http is possible for targets in OUTBOUND_ALLOW. Without it the connector is off.',
  ),
  CONNECTOR_REDIRECT_ORIGINS: variable(
    origins,
    'Origins beside that of this site to which a browser may be sent after a pairing, separated by commas.',
  ),
} as const;

/** Values of the variables that are set. */
export interface ConnectorValues {
  readonly CONNECTOR_URL?: string;
  readonly CONNECTOR_REDIRECT_ORIGINS?: readonly string[];
}

function isSite(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === '');
}
