import type { SignInAttempt } from '@backroom/core/phones';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { accountKey } from '../rows/account-key.ts';

/** A sign-in of a phone; secrets are stored as digests. */
export const SignInAttemptEntity = defineEntity({
  name: 'SignInAttempt',
  tableName: 'sign_in_attempt',
  properties: {
    tokenHash: p.string().length(64).primary(),
    method: p.string().length(10),
    user: () => accountKey('sign_in_attempt', 'user_id', 'cascade'),
    siteUrl: p.text(),
    state: p.string().length(8),
    createdAt: p.datetime(3),
    stateAt: p.datetime(3),
    expiresAt: p.datetime(3),
    device: p.json<unknown>().nullable(),
    numbers: p.json<unknown>().nullable(),
    realNumber: p.string().length(3).nullable(),
    sessionHash: p.string().length(64).nullable(),
    grantSalt: p.string().length(64).nullable(),
    grantHash: p.string().length(64).nullable(),
    scanExpiresAt: p.datetime(3).nullable(),
    wrongGrants: p.integer(),
    passwordUuid: p.string().length(36).nullable(),
    passwordName: p.string().length(200).nullable(),
  },
  uniques: [{ name: 'sign_in_attempt_session_key', properties: ['sessionHash'] }],
  indexes: [
    { name: 'sign_in_attempt_user_id_index', properties: ['user'] },
    { name: 'sign_in_attempt_expires_at_index', properties: ['expiresAt'] },
  ],
  checks: [
    { name: 'sign_in_attempt_method_check', expression: "method in ('qr', 'magic_link')" },
    {
      name: 'sign_in_attempt_state_check',
      expression: "state in ('pending', 'scanned', 'approved', 'rejected', 'consumed')",
    },
    {
      name: 'sign_in_attempt_scan_check',
      expression: "(state = 'pending') = (session_hash is null)",
    },
    {
      name: 'sign_in_attempt_password_check',
      expression: "(state = 'consumed') = (password_uuid is not null)",
    },
  ],
});

/** A row of the table. */
export type SignInAttemptRecord = InferEntity<typeof SignInAttemptEntity>;

/** The columns that a scan and the exchange set. */
export const emptyColumns = {
  device: null,
  numbers: null,
  realNumber: null,
  sessionHash: null,
  grantSalt: null,
  grantHash: null,
  scanExpiresAt: null,
  passwordUuid: null,
  passwordName: null,
} as const;

/** The sign-in as the core knows it. */
export function toSignInAttempt(record: SignInAttemptRecord): SignInAttempt {
  const { tokenHash, method, user, siteUrl, state, createdAt, stateAt, expiresAt, wrongGrants } = record;
  const { passwordUuid: uuid, passwordName: name } = record;
  return {
    tokenHash,
    method: method as SignInAttempt['method'],
    userId: user.userId,
    siteUrl,
    state: state as SignInAttempt['state'],
    createdAt,
    stateAt,
    expiresAt,
    scan: toScan(record),
    wrongGrants,
    password: uuid == null || name == null ? null : { uuid, name },
  };
}

/** The columns of a scan are set together. */
function toScan(record: SignInAttemptRecord): SignInAttempt['scan'] {
  const { device, numbers, realNumber, sessionHash, grantSalt, grantHash, scanExpiresAt: expiresAt } = record;
  if (sessionHash == null) return null;
  return { device, numbers, realNumber, sessionHash, grantSalt, grantHash, expiresAt } as SignInAttempt['scan'];
}
