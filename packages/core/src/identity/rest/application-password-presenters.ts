import type { ApplicationPassword, CreatedApplicationPassword } from '../index.ts';
import { inGroupsOfFour } from '../index.ts';

/** Context for building links. */
interface PasswordCall {
  readonly around: { link(path: string): string };
}

/** Internal path of an application password. */
export const applicationPasswordPath = ({ userId, uuid }: ApplicationPassword): string =>
  `/cms/v2/users/${userId}/application-passwords/${uuid}`;

/** Timestamp format of this interface: UTC, to the second, without a zone. */
const plainTime = (moment: Date | null): string | null => moment?.toISOString().slice(0, 19) ?? null;

/** An application password without its secret, as published. */
export const presentApplicationPassword = (
  password: ApplicationPassword,
  { around }: PasswordCall,
): Record<string, unknown> => ({
  uuid: password.uuid,
  app_id: password.appId,
  name: password.name,
  created: plainTime(password.createdAt),
  last_used: plainTime(password.lastUsedAt),
  last_ip: password.lastIp,
  expires_at: plainTime(password.expiresAt),
  scopes: password.scopes,
  _links: { self: [{ href: around.link(applicationPasswordPath(password)) }] },
});

/** A new application password with its secret, which is shown only once. */
export const presentCreatedApplicationPassword = (
  { password, secret }: CreatedApplicationPassword,
  call: PasswordCall,
): object => {
  const { uuid, app_id, name, ...rest } = presentApplicationPassword(password, call);
  return { uuid, app_id, name, password: inGroupsOfFour(secret), ...rest };
};

/** Removes the secret, which is shown only once and never stored. */
export const withoutSecret = (body: unknown): object => {
  const { password: _, ...rest } = body as Readonly<Record<string, unknown>>;
  return rest;
};
