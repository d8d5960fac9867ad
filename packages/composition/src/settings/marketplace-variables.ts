import { isVerifyingKey } from '@backroom/adapters-node';
import * as v from 'valibot';
import { list, text, variable } from './variable.ts';

const source = v.pipe(
  text,
  v.check(
    (value) => !/^[a-z][a-z0-9+.-]*:\/\//i.test(value) || isSource(value),
    'must be the path of a file, or a URL that begins with https:// or http:// and has no user name',
  ),
);
const keys = v.pipe(
  list,
  v.check(
    (entries) => entries.every(isVerifyingKey),
    'must be public keys (Ed25519) of 32 bytes in base64, separated by commas',
  ),
);

const server = v.pipe(
  text,
  v.check(isSource, 'must be a URL that begins with https:// or http:// and has no user name'),
);

/** Extensions, themes and licences. */
export const marketplaceVariables = {
  CATALOG_URL: variable(
    source,
    'The extension catalogue: the path of a file, or an https URL. http is possible for targets in OUTBOUND_ALLOW. Without it nothing is offered.',
  ),
  CATALOG_KEY: variable(
    keys,
    'Public keys (Ed25519, 32 bytes in base64, separated by commas) that sign the catalogue and licence keys. Without it signatures are not checked, and nothing can be installed from the catalogue.',
  ),
  LICENCE_SERVER_URL: variable(
    server,
    'The licence server: it verifies licence keys and counts connected sites. Without it keys are verified by their signatures.',
  ),
} as const;

/** Values of the variables that are set. */
export interface MarketplaceValues {
  readonly CATALOG_URL?: string;
  readonly LICENCE_SERVER_URL?: string;
  readonly CATALOG_KEY?: readonly string[];
}

function isSource(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
