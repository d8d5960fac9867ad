import { DomainError } from '../../kernel/errors.ts';
import { compilerOf } from '../../kernel/reading/compile.ts';
import { readWith } from '../../kernel/reading/steps.ts';
import { strict } from '../../kernel/reading/strict.ts';
import type { Schema } from '../../kernel/schema.ts';
import { licenceMaxed, licenceServerFailed, licenceUnknown } from '../errors.ts';
import type { LicenceAnswer, LicenceCall, MarketplacePorts } from '../ports.ts';
import type { LicenceTerms } from './licence.ts';
import { type FormattedTerms, KEY_LENGTH, readSignedKey, termsFormat, toTerms } from './read-key.ts';

/** Terms, and the sites that the licence server knows. */
export interface KnownTerms {
  readonly terms: LicenceTerms;
  readonly sites: readonly string[];
}

const MOST_SITES = 10_000;
const MOST_LICENCES = 1_000;

const sites: Schema = { type: 'array', items: { type: 'string', maxLength: 500 }, maxItems: MOST_SITES, default: [] };
const checked: Schema = { type: 'object', properties: { ...termsFormat.properties, sites } };
const owned: Schema = {
  type: 'object',
  properties: {
    licences: {
      type: 'array',
      maxItems: MOST_LICENCES,
      required: true,
      items: {
        type: 'object',
        properties: {
          ...termsFormat.properties,
          sites,
          product_key: { type: 'string', minLength: 1, maxLength: KEY_LENGTH, required: true },
        },
      },
    },
  },
};

type ServerTerms = FormattedTerms & { readonly sites: readonly string[] };
type OwnedTerms = ServerTerms & { readonly productKey: string };
const readerOf = compilerOf(strict);

/**
 * The terms of a key: from the licence server where there is one, otherwise from its signature.
 * @throws DomainError `licence_unknown`, `licence_server_failed`
 */
export async function termsOf(ports: MarketplacePorts, productKey: string, site: string): Promise<KnownTerms> {
  if (ports.licenceServer.address === null) {
    const terms = await readSignedKey(ports, productKey);
    if (!terms) throw licenceUnknown();
    return { terms, sites: [] };
  }
  const answer = await callServer(ports, { path: 'licences/check', body: { product_key: productKey, site } });
  if (answer.outcome === 'unknown') throw licenceUnknown();
  const { sites: known, ...terms } = accepted<ServerTerms>(checked, answer);
  return { terms: toTerms(terms), sites: known };
}

/**
 * Connects or disconnects a site at the licence server, which decides about the number of sites; returns the sites that are
 * connected then. Without a server: undefined.
 * @throws DomainError `licence_maxed`, `licence_unknown`, `licence_server_failed`
 */
export async function announceSite(
  ports: MarketplacePorts,
  change: 'connect' | 'disconnect',
  body: { readonly product_key: string; readonly site: string },
): Promise<readonly string[] | undefined> {
  if (ports.licenceServer.address === null) return undefined;
  const answer = await callServer(ports, { path: `licences/${change}`, body });
  if (answer.outcome === 'taken') throw licenceMaxed();
  if (answer.outcome === 'unknown') throw licenceUnknown();
  return accepted<ServerTerms>(checked, answer).sites;
}

/**
 * The licences of the connected account.
 * @throws DomainError `licence_server_failed`
 */
export async function ownedLicences(
  ports: MarketplacePorts,
  accessToken: string,
): Promise<readonly (KnownTerms & { readonly productKey: string })[]> {
  const answer = await callServer(ports, { path: 'licences', body: {}, accessToken });
  const { licences } = accepted<{ readonly licences: readonly OwnedTerms[] }>(owned, answer);
  return licences.map(({ productKey, sites: known, ...terms }) => ({
    productKey,
    terms: toTerms(terms),
    sites: known,
  }));
}

/**
 * Calls the licence server.
 * @throws DomainError `licence_server_failed`
 */
export async function callServer(
  { licenceServer }: Pick<MarketplacePorts, 'licenceServer'>,
  request: LicenceCall,
): Promise<LicenceAnswer> {
  try {
    return await licenceServer.call(request);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw licenceServerFailed(error.code, error);
  }
}

/**
 * The document of a good answer in its form.
 * @throws DomainError `licence_server_failed`
 */
export function accepted<T>(schema: Schema, { outcome, document }: LicenceAnswer): T {
  if (outcome !== 'done') throw licenceServerFailed(`the outcome is ${outcome}`);
  const read = readWith(readerOf(schema), document, 'first');
  if ('faults' in read) throw licenceServerFailed(`the answer is not valid at ${read.faults[0]?.path.join('.')}`);
  return read.value as T;
}
