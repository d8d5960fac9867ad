import { STATUS_CODES } from 'node:http';
import {
  defaultShopNames,
  INTERNAL_ERROR,
  shopRoutes,
  inventoryStatus as statusByKind,
} from '@backroom/core/interface';
import { invalid } from '../../packages/core/src/interface/inventory/problems.ts';
import { shopCodes } from '../../packages/core/src/interface/shop/refusals.ts';
import { allParsed } from '../../test/architecture/rules/sources.ts';
import { page, table, code as word } from './markdown.ts';
import { type Refusal, refusalsIn } from './refusals.ts';

/** The sources with refusals of the interface; those of the command line are left out. */
const isOfInterface = (path: string): boolean => /^packages\/(?:core|adapters-[a-z]+)\/src\//.test(path);

/** A code with all its sentences. */
interface Entry {
  readonly code: string;
  readonly kind: string;
  readonly status: number;
  readonly sentences: readonly string[];
}

/** All refusals of the interface: of requests by status, and of fields. */
export function errorsPage(): string {
  const own = refusalsIn(allParsed().filter(({ path }) => isOfInterface(path)));
  const refusals = [...own, ...own.flatMap(inWordsOfShop), ...withoutCredentials()];
  const whole = gathered(refusals.filter(({ code, isField }) => !isField || standsAlone(code)));
  const fields = gathered(refusals.filter(({ isField }) => isField));
  const statuses = [...new Set(whole.map(({ status }) => status))].sort((one, other) => one - other);
  return page(
    'Refusals',
    ...introduction,
    ...aboutShop,
    ...statuses.flatMap((status) => [
      `## ${status} ${STATUS_CODES[status]}`,
      '',
      ...table(
        ['code', 'kind', 'sentence'],
        whole
          .filter((each) => each.status === status)
          .map(({ code, kind, sentences }) => [word(code), kind, sentences.join('<br>')]),
      ),
    ]),
    ...aboutFields,
    ...table(
      ['code of a field', 'sentence'],
      fields.map(({ code, sentences }) => [word(code), sentences.join('<br>')]),
    ),
  );
}

/** A refusal of other parts of the system with its code on the shop interface. */
function inWordsOfShop(refusal: Refusal): readonly Refusal[] {
  const code = refusal.isField ? undefined : shopCodes[refusal.code];
  if (code === undefined) return [];
  // Several invalid parameters are only named.
  const kind = refusal.kind === 'invalid' ? 'malformed' : refusal.kind;
  return [{ ...refusal, code, kind, sentence: code === 'rest_invalid_param' ? undefined : refusal.sentence }];
}

/** Refusals of requests without credentials by routes of the shop interface: the same codes that accounts get with 403. */
const withoutCredentials = (): readonly Refusal[] =>
  shopRoutes(defaultShopNames)
    .filter(({ access }) => access !== 'anyone')
    .map(({ refusal: { code, message }, path }) => ({
      ...{ code, kind: 'unauthenticated', sentence: message },
      ...{ isField: false, place: path },
    }));

/** Whether the code of a single invalid field becomes the code of the whole refusal. */
const standsAlone = (code: string): boolean => invalid([{ path: ['name'], code, message: '' }]).code === code;

function gathered(refusals: readonly Refusal[]): readonly Entry[] {
  const codes = [...new Set(refusals.map(({ code }) => code))].sort();
  return codes.flatMap((code) => {
    const same = refusals.filter((each) => each.code === code);
    const kinds = new Set(same.flatMap(({ kind }) => kind ?? []));
    const sentences = [...new Set(same.flatMap(({ sentence }) => sentence ?? []))].sort();
    return [...kinds].map((kind) => ({ code, kind, status: statusOf(code, kind), sentences }));
  });
}

/** Codes of the shop interface, which answers 400 to invalid input. */
const ofShop = /^(?:shop_)?rest_/;

/** The status of a code; `internal_error` is reported like a refusal, but with a status of server errors. */
function statusOf(code: string, kind: string): number {
  if (kind === 'invalid' && ofShop.test(code)) return statusByKind.malformed;
  if (code === 'internal_error' || kind === 'failure') return INTERNAL_ERROR;
  const status = (statusByKind as Readonly<Record<string, number>>)[kind];
  if (status === undefined) throw new TypeError(`${code} is of kind ${kind}, which has no status.`);
  return status;
}

const introduction = [
  'The interface answers refusals with a problem document (RFC 9457, `application/problem+json`):',
  '',
  '```json',
  '{',
  '  "type": "urn:inventory:problem:insufficient_stock",',
  '  "title": "Insufficient stock",',
  '  "status": 409,',
  '  "detail": "Only 7 of CHAIR at MAIN.",',
  '  "instance": "/operations",',
  '  "code": "insufficient_stock",',
  '  "request_id": "0b6c3c1e-6f0c-4f59-9f0e-2f1a4c1f7f11",',
  '  "available": 7,',
  '  "requested": 30,',
  '  "location": "MAIN"',
  '}',
  '```',
  '',
  'Programs rely on `code`, which never changes. `title` and `detail` are for people and may change. `errors` lists all',
  'invalid fields at once. A word in braces stands for a value. A refusal with a known waiting time has `Retry-After`; a 405',
  'has `Allow`; a 401 has `WWW-Authenticate`.',
  '',
  'After 503 `commit_unknown` a change may or may not be saved. With an `Idempotency-Key` the same request can be sent again:',
  'it is done once. Without a key, read the object first.',
  '',
];

const aboutShop = [
  'The shop interface has a form of its own, and 400 in place of 422:',
  '',
  '```json',
  '{',
  '  "code": "rest_invalid_param",',
  '  "message": "Invalid parameter(s): per_page",',
  '  "data": {',
  '    "status": 400,',
  '    "params": { "per_page": "per_page must be between 1 (inclusive) and 100 (inclusive)" },',
  '    "details": {',
  '      "per_page": {',
  '        "code": "rest_out_of_bounds",',
  '        "message": "per_page must be between 1 (inclusive) and 100 (inclusive)",',
  '        "data": null',
  '      }',
  '    }',
  '  }',
  '}',
  '```',
  '',
  'Codes that begin with `rest_` or `shop_` are of that interface; `shop_` is what `SHOP_ERROR_PREFIX` says.',
  '',
];

const aboutFields = [
  '## Fields',
  '',
  'Each entry of `errors` names its `field`, its location (`pointer` into the body, or `"in": "query"`), and has one of',
  'these codes, or the code of the whole refusal. When several fields are at fault, or the only fault has no name of its',
  'own above, the code of the refusal is `validation_failed`.',
  '',
];
