import { compilerOf } from '../../kernel/reading/compile.ts';
import { readWith } from '../../kernel/reading/steps.ts';
import { strict } from '../../kernel/reading/strict.ts';
import type { Schema } from '../../kernel/schema.ts';
import type { CataloguePorts } from '../ports.ts';
import type { LicenceTerms } from './licence.ts';

/** Maximum characters of a licence key. */
export const KEY_LENGTH = 500;
const MOST_ID = 2_147_483_647;
/** The end of the year 9999, in seconds since 1970. */
const LAST_SECOND = 253_402_300_799;

/** The terms of a licence in JSON; `expires` in seconds since 1970, null for one without end. */
export const termsFormat: Schema = {
  type: 'object',
  properties: {
    product_id: { type: 'integer', minimum: 1, maximum: MOST_ID, required: true },
    sites_max: { type: 'integer', minimum: 0, maximum: 10_000, required: true },
    expires: { type: ['integer', 'null'], minimum: 1, maximum: LAST_SECOND },
    order_id: { type: 'integer', minimum: 0, maximum: MOST_ID, default: 0 },
  },
};

/** Terms as the format has them. */
export interface FormattedTerms {
  readonly productId: number;
  readonly sitesMax: number;
  readonly expires?: number | null;
  readonly orderId: number;
}

const SECOND = 1_000;
const read = compilerOf(strict)(termsFormat);

export const toTerms = ({ expires = null, ...terms }: FormattedTerms): LicenceTerms => ({
  ...terms,
  expiresAt: expires === null ? null : new Date(expires * SECOND),
});

/**
 * The terms of a signed key, if the signature is valid for a key of CATALOG_KEY that is not revoked; undefined for any other
 * text. Needs no other server.
 */
export async function readSignedKey(
  { signatureVerifier, settings, catalogueStore }: CataloguePorts,
  productKey: string,
): Promise<LicenceTerms | undefined> {
  for (const signer of settings.catalogueKeys) {
    const payload = signatureVerifier.open(signer, productKey);
    if (payload === undefined) continue;
    const { revokedKeys } = await catalogueStore.read();
    return revokedKeys.includes(signatureVerifier.keyId(signer)) ? undefined : termsIn(payload);
  }
  return undefined;
}

function termsIn(payload: string): LicenceTerms | undefined {
  try {
    const terms = readWith(read, JSON.parse(payload), 'first');
    return 'faults' in terms ? undefined : toTerms(terms.value as FormattedTerms);
  } catch {
    return undefined;
  }
}
