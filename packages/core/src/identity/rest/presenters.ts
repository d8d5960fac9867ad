import type { Actor } from '../../kernel/actor.ts';
import type { CreatedUser, IssuedToken, User } from '../index.ts';

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

const presentReduced = (user: User) => ({
  user_id: user.userId,
  id: user.userId,
  username: user.username,
  display_name: user.displayName,
  role: user.role,
  is_admin: user.role === 'admin',
  is_active: user.isActive,
  created_at: user.createdAt.toISOString(),
});

const presentOwn = (user: User) => ({
  ...presentReduced(user),
  email: user.email,
  shop_role: user.shopRole,
  must_change_password: user.mustChangePassword,
  last_login_at: iso(user.lastLoginAt),
  last_login_source: user.lastLoginSource,
});

/** An account as visible to the caller. */
export function presentUser(user: User, { actor }: { readonly actor: Actor }): object {
  if (actor.capabilities.has('manage_users')) {
    return {
      ...presentOwn(user),
      source: user.source,
      external_id: user.externalId,
      updated_at: user.updatedAt.toISOString(),
      deleted_at: iso(user.deletedAt),
      version: user.version,
    };
  }
  return user.userId === actor.userId ? presentOwn(user) : presentReduced(user);
}

/** A new account, with its generated password. */
export const presentCreatedUser = (
  { user, generatedPassword }: CreatedUser,
  call: { readonly actor: Actor },
): object => ({
  ...presentUser(user, call),
  ...(generatedPassword !== undefined && { generated_password: generatedPassword }),
});

/** Removes the generated password, which is shown only once and never stored. */
export function withoutGeneratedPassword(body: unknown): unknown {
  const { generated_password: _, ...kept } = body as { readonly generated_password?: string };
  return kept;
}

export const presentToken = ({ accessToken, expiresIn, expiresAt, user }: IssuedToken): object => ({
  access_token: accessToken,
  token_type: 'bearer',
  expires_in: expiresIn,
  expires_at: expiresAt.toISOString(),
  user: {
    user_id: user.userId,
    id: user.userId,
    username: user.username,
    display_name: user.displayName,
    role: user.role,
    is_admin: user.role === 'admin',
    source: user.source,
    must_change_password: user.mustChangePassword,
  },
});
