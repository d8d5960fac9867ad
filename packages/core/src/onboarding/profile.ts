import { faultIn, profileMembers, valuesInvalid } from '../back-office/index.ts';
import type { FieldProblem } from '../kernel/errors.ts';
import { isPublicEmailAddress } from '../kernel/formats/email.ts';
import { isObject } from '../kernel/reading/storable.ts';

/** The owner's answers during onboarding; null for no answer. */
export interface Profile {
  readonly completed: boolean | null;
  readonly skipped: boolean | null;
  readonly industry: readonly string[] | null;
  readonly businessExtensions: readonly string[] | null;
  readonly isAgreeMarketing: boolean | null;
  readonly storeEmail: string | null;
  readonly isStoreCountrySet: boolean | null;
  readonly isPluginsPageSkipped: boolean | null;
  readonly businessChoice: string | null;
  readonly sellingOnlineAnswer: string | null;
  readonly sellingPlatforms: readonly (string | null)[] | null;
}

/** New answers; absent ones keep their values. */
export type ProfileChanges = { readonly [K in keyof Profile]?: Profile[K] };

/** Stored names of the answers, as clients use them. */
const storedNames = {
  completed: 'completed',
  skipped: 'skipped',
  industry: 'industry',
  businessExtensions: 'business_extensions',
  isAgreeMarketing: 'is_agree_marketing',
  storeEmail: 'store_email',
  isStoreCountrySet: 'is_store_country_set',
  isPluginsPageSkipped: 'is_plugins_page_skipped',
  businessChoice: 'business_choice',
  sellingOnlineAnswer: 'selling_online_answer',
  sellingPlatforms: 'selling_platforms',
} as const satisfies { readonly [K in keyof Profile]: keyof typeof profileMembers };
const members = Object.entries(storedNames) as readonly (readonly [keyof Profile, keyof typeof profileMembers])[];

/** Parses a stored profile; invalid answers count as none. */
export function profileIn(stored: unknown): Profile {
  const kept = isObject(stored) ? stored : {};
  const answerOf = (name: keyof typeof profileMembers): unknown => {
    const value = Object.hasOwn(kept, name) ? kept[name] : null;
    return faultIn(profileMembers[name], value, name) ? null : value;
  };
  return Object.fromEntries(members.map(([member, name]) => [member, answerOf(name)])) as unknown as Profile;
}

/**
 * Validates new answers and returns their stored form. Consent to marketing requires an e-mail address.
 * @throws DomainError `validation_failed`
 */
export function acceptAnswers(changes: ProfileChanges): Readonly<Record<string, unknown>> {
  const { businessExtensions } = changes;
  const tidy = { ...changes, ...(businessExtensions && { businessExtensions: businessExtensions.map(slugOf) }) };
  const given = members.flatMap(([member, name]) =>
    tidy[member] === undefined ? [] : [{ name, value: tidy[member] }],
  );
  const faults = given.flatMap(({ name, value }) => faultIn(profileMembers[name], value, name) ?? []);
  const all = [...faults, ...faultsInAddress(changes)];
  if (all.length > 0) throw valuesInvalid(all);
  return Object.fromEntries(given.map(({ name, value }) => [name, value]));
}

function faultsInAddress({ storeEmail, isAgreeMarketing }: ProfileChanges): readonly FieldProblem[] {
  if (storeEmail === undefined || (!storeEmail && !isAgreeMarketing)) return [];
  if (storeEmail !== null && isPublicEmailAddress(storeEmail)) return [];
  return [
    { path: [storedNames.storeEmail], code: 'rest_invalid_email', message: 'store_email is not an e-mail address' },
  ];
}

/** The slug of an extension's name: `Fast Pay!` is `fast-pay`. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '');
