import { choice, flag, listOf, paging, password, pathId, sortBy, text } from '../../rest/param.ts';
import { type Route, route, section } from '../../rest/route.ts';
import { type User, usernamePattern } from '../accounts/user.ts';
import { unsupportedGrantType } from '../errors.ts';
import { userSortFields } from '../index.ts';
import { changeOwnPassword } from '../use-cases/accounts/change-own-password.ts';
import { createUser } from '../use-cases/accounts/create-user.ts';
import { deleteUser } from '../use-cases/accounts/delete-user.ts';
import { listUsers } from '../use-cases/accounts/list-users.ts';
import { readOwnUser, readUser } from '../use-cases/accounts/read-user.ts';
import { restoreUser } from '../use-cases/accounts/restore-user.ts';
import { unlockUser } from '../use-cases/accounts/unlock-user.ts';
import { updateOwnProfile } from '../use-cases/accounts/update-own-profile.ts';
import { updateUser } from '../use-cases/accounts/update-user.ts';
import { logIn } from '../use-cases/sessions/log-in.ts';
import { logOut, logOutEverywhere } from '../use-cases/sessions/log-out.ts';
import { revokeTokens } from '../use-cases/sessions/revoke-tokens.ts';
import { presentCreatedUser, presentToken, presentUser, withoutGeneratedPassword } from './presenters.ts';
import { tokenShape, userShape } from './shapes.ts';

const username = text({
  minLength: 1,
  maxLength: 150,
  pattern: usernamePattern,
  description: 'Unique, whatever the case.',
});
const userFields = {
  password: password({ maxLength: 1_024, description: 'At least 8 characters, none of the common ones.' }),
  display_name: text({ nullable: true, maxLength: 200 }),
  email: text({ nullable: true, maxLength: 254, format: 'email' }),
  role: choice(['admin', 'member']),
  is_admin: flag({ description: 'Another name of `role: admin`.' }),
  shop_role: choice(['store_manager', 'editor', 'customer'], { nullable: true }),
  is_active: flag(),
  source: choice(['local', 'ldap'], { description: 'Where the password is checked.' }),
} as const;

/** Members of a user that the server keeps; accepted and dropped, so that what was read can be sent back. */
const managed = [
  'id',
  'user_id',
  'external_id',
  'last_login_at',
  'last_login_source',
  'created_at',
  'updated_at',
  'deleted_at',
  'version',
  'generated_password',
];
const etag = (user: User) => String(user.version);

/** Login, accounts and sessions. */
export const identityRoutes: readonly Route[] = section(
  'Users',
  route({
    methods: ['POST'],
    path: '/users/login',
    summary: 'Sign in and get an access token for eight hours.',
    accepts: ['json', 'form'],
    params: {
      username: text({ required: true, maxLength: 320 }),
      password: password({ required: true, maxLength: 1_024 }),
      grant_type: text({ description: 'Forms may say `password` (RFC 6749, 4.3).' }),
    },
    ignores: ['scope', 'client_id', 'client_secret'],
    useCase: logIn,
    input: ({ username: name, password: secret, grantType = 'password' }) => {
      if (grantType !== 'password') throw unsupportedGrantType();
      return { username: name, password: secret };
    },
    present: presentToken,
    returns: tokenShape,
  }),
  route({
    methods: ['GET'],
    path: '/users',
    summary: 'List users.',
    params: {
      ...paging,
      q: text({
        maxLength: 200,
        description: 'Part of the username or display name; for administrators of the e-mail address too.',
      }),
      role: choice(['admin', 'member']),
      is_active: flag(),
      source: choice(['local', 'ldap'], { description: 'For administrators.' }),
      include_deleted: flag({ description: 'For administrators.' }),
      include_system: flag({ description: 'For administrators.' }),
      sort: sortBy(userSortFields),
    },
    useCase: listUsers,
    present: presentUser,
    returns: listOf(userShape),
  }),
  route({
    methods: ['POST'],
    path: '/users',
    summary: 'Create a user; a local one without a password gets a generated one, shown once.',
    status: 201,
    params: { username: { ...username, required: true }, ...userFields },
    ignores: [...managed, 'must_change_password'],
    useCase: createUser,
    present: presentCreatedUser,
    keep: withoutGeneratedPassword,
    location: ({ user }) => `/users/${user.userId}`,
    etag: ({ user }) => etag(user),
    returns: userShape,
  }),
  route({
    methods: ['GET'],
    path: '/users/me',
    summary: 'Read your own account.',
    useCase: readOwnUser,
    present: presentUser,
    etag,
    returns: userShape,
  }),
  route({
    methods: ['PATCH'],
    path: '/users/me',
    summary: 'Change your own display name or e-mail address.',
    versioned: true,
    params: {
      display_name: userFields.display_name,
      email: userFields.email,
      username: text(),
      role: text(),
      is_admin: flag(),
      shop_role: text({ nullable: true }),
      is_active: flag(),
      source: text(),
      must_change_password: flag(),
      password: password(),
    },
    ignores: managed,
    useCase: updateOwnProfile,
    present: presentUser,
    etag,
    returns: userShape,
  }),
  route({
    methods: ['PUT'],
    path: '/users/me/password',
    summary: 'Set a new password; ends all older sessions and opens a new one.',
    params: {
      current_password: password({ required: true, maxLength: 1_024 }),
      new_password: password({ required: true, maxLength: 1_024 }),
    },
    useCase: changeOwnPassword,
    present: presentToken,
    returns: tokenShape,
  }),
  route({ methods: ['POST'], path: '/users/logout', summary: 'End this session.', status: 204, useCase: logOut }),
  route({
    methods: ['POST'],
    path: '/users/logout-all',
    summary: 'End all your sessions.',
    status: 204,
    useCase: logOutEverywhere,
  }),
  route({
    methods: ['GET'],
    path: '/users/{id}',
    summary: 'Read a user.',
    params: { id: pathId, include_deleted: flag({ description: 'For administrators.' }) },
    useCase: readUser,
    present: presentUser,
    etag,
    returns: userShape,
  }),
  route({
    methods: ['PUT', 'PATCH'],
    path: '/users/{id}',
    summary: 'Change a user; members that are absent stay as they are.',
    versioned: true,
    params: { id: pathId, username, ...userFields, must_change_password: flag() },
    ignores: managed,
    useCase: updateUser,
    present: presentUser,
    etag,
    returns: userShape,
  }),
  route({
    methods: ['DELETE'],
    path: '/users/{id}',
    summary: 'Delete a user.',
    status: 204,
    versioned: true,
    params: { id: pathId },
    useCase: deleteUser,
  }),
  route({
    methods: ['POST'],
    path: '/users/{id}/revoke-tokens',
    summary: 'End all sessions of a user.',
    status: 204,
    params: { id: pathId },
    useCase: revokeTokens,
  }),
  route({
    methods: ['POST'],
    path: '/users/{id}/unlock',
    summary: 'Let a user sign in again at once after failed logins.',
    status: 204,
    params: { id: pathId },
    useCase: unlockUser,
  }),
  route({
    methods: ['POST'],
    path: '/users/{id}/restore',
    summary: 'Bring a deleted user back.',
    params: { id: pathId },
    useCase: restoreUser,
    present: presentUser,
    etag,
    returns: userShape,
  }),
);
