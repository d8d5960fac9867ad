import { section } from '../../interface/route.ts';
import { type ShopRefusal, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import { CREATED } from '../../interface/status.ts';
import { allCapabilities } from '../../kernel/capability.ts';
import { idIn } from '../../kernel/identifier.ts';
import type { Schema, Schemas } from '../../kernel/schema.ts';
import {
  type ApplicationPasswordAct,
  applicationPasswordForbidden,
  introspectionForbidden,
} from '../application-passwords/errors.ts';
import {
  createApplicationPassword,
  deleteAllApplicationPasswords,
  deleteApplicationPassword,
  introspectApplicationPassword,
  listApplicationPasswords,
  type PasswordOwner,
  readApplicationPassword,
  renameApplicationPassword,
} from '../index.ts';
import {
  applicationPasswordPath,
  presentApplicationPassword,
  presentCreatedApplicationPassword,
  withoutSecret,
} from './application-password-presenters.ts';

const collection = '/cms/v2/users/{user_id}/application-passwords';
const single = `${collection}/{uuid}`;
const ofUser = { user_id: '(?:[\\d]+|me)' } as const;
const ofOne = { ...ofUser, uuid: '[\\w\\-]+' } as const;

interface Addressed {
  readonly userId: string;
}

/** Account whose passwords the path addresses; an invalid id matches no account. */
function ownerIn({ userId }: Addressed): PasswordOwner {
  if (userId.toLowerCase() === 'me') return 'me';
  return idIn(userId);
}

const oneOf = (given: Addressed & { readonly uuid: string }) => ({
  userId: ownerIn(given),
  uuid: given.uuid.toLowerCase(),
});

const notLoggedIn: ShopRefusal = { code: 'rest_not_logged_in', message: 'Sign in first.' };

/** Refuses anonymous requests for `me` with `rest_not_logged_in`, all others with the given refusal. */
const saying = ({ code, message }: ShopRefusal) => ({
  refusal: { code, message },
  refusals: { unauthenticated: [notLoggedIn.code] },
  refusalOf: ({ userId }: Addressed): ShopRefusal => (userId.toLowerCase() === 'me' ? notLoggedIn : { code, message }),
});
const cannot = (act: ApplicationPasswordAct) => saying(applicationPasswordForbidden(act));

const name = { type: 'string', minLength: 1, maxLength: 200, description: 'What the application is called.' } as const;
const newPassword = {
  name: { ...name, required: true },
  app_id: {
    type: 'string',
    pattern: '^(?:[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})?$',
    description: 'A UUID that the application chose for itself.',
  },
  expires_at: {
    type: ['string', 'null'],
    format: 'date-time',
    description: 'When it stops working; never unless given.',
  },
  scopes: {
    type: ['array', 'null'],
    items: { type: 'string', enum: allCapabilities },
    maxItems: allCapabilities.length,
    description: 'The capabilities that it gives at most; all of the account unless given.',
  },
} as const satisfies Schemas;

/** Parses a timestamp: a space may replace the T, and without a zone it is UTC. */
function momentOf(text: string): Date {
  const plain = text.replace(/^(.{10})[t ]/, '$1T').toUpperCase();
  const zoned = /[+-][0-9]{2}$/.test(plain.slice(10)) ? `${plain}:00` : plain;
  return new Date(/(Z|[+-][0-9]{2}:[0-9]{2})$/.test(zoned) ? zoned : `${zoned}Z`);
}

const record: Schema = {
  name: 'ApplicationPassword',
  type: 'object',
  properties: {
    uuid: { type: 'string', format: 'uuid' },
    app_id: { type: 'string' },
    name: { type: 'string' },
    password: { type: 'string', required: false, description: 'Shown once, when it is made.' },
    created: { type: 'string', format: 'date-time' },
    last_used: { type: ['string', 'null'], format: 'date-time', description: 'Noted at most once a day.' },
    last_ip: { type: ['string', 'null'] },
    expires_at: { type: ['string', 'null'], format: 'date-time' },
    scopes: { type: ['array', 'null'], items: { type: 'string' } },
    _links: { type: 'object' },
  },
};

/** Shape of an answer that the site index does not describe. */
const unpublished = (called: string, properties: Schemas): Schema => ({
  name: called,
  type: 'object',
  published: false,
  properties,
});

/** Application passwords. */
export const identityShopRoutes: readonly ShopRoute[] = section(
  'Application passwords',
  shopRoute({
    methods: ['GET'],
    path: collection,
    variables: ofUser,
    params: {},
    summary: 'List the application passwords of a user.',
    ...cannot('list'),
    useCase: listApplicationPasswords,
    input: (given) => ({ userId: ownerIn(given) }),
    present: (passwords, call) => passwords.map((each) => presentApplicationPassword(each, call)),
    returns: { type: 'array', items: record },
  }),
  shopRoute({
    methods: ['POST'],
    path: collection,
    variables: ofUser,
    summary: 'Make an application password; its secret is shown once.',
    ...cannot('create'),
    status: CREATED,
    params: newPassword,
    useCase: createApplicationPassword,
    input: ({ name: called, appId, expiresAt, scopes, ...address }) => ({
      userId: ownerIn(address),
      name: called,
      ...(appId !== undefined && { appId }),
      ...(typeof expiresAt === 'string' && { expiresAt: momentOf(expiresAt) }),
      ...(scopes != null && { scopes }),
    }),
    present: presentCreatedApplicationPassword,
    hasSecrets: true,
    keep: withoutSecret,
    location: ({ password }) => applicationPasswordPath(password),
    returns: record,
  }),
  shopRoute({
    methods: ['DELETE'],
    path: collection,
    variables: ofUser,
    params: {},
    summary: 'End all application passwords of a user.',
    ...cannot('deleteAll'),
    useCase: deleteAllApplicationPasswords,
    input: (given) => ({ userId: ownerIn(given) }),
    present: ({ count }) => ({ deleted: true, count }),
    returns: unpublished('ApplicationPasswordsDeleted', { deleted: { type: 'boolean' }, count: { type: 'integer' } }),
  }),
  shopRoute({
    methods: ['GET'],
    path: `${collection}/introspect`,
    variables: ofUser,
    params: {},
    summary: 'Read the application password of the request.',
    ...saying(introspectionForbidden()),
    useCase: introspectApplicationPassword,
    input: (given) => ({ userId: ownerIn(given) }),
    present: presentApplicationPassword,
    returns: record,
  }),
  shopRoute({
    methods: ['GET'],
    path: single,
    variables: ofOne,
    params: {},
    summary: 'Read an application password.',
    ...cannot('read'),
    useCase: readApplicationPassword,
    input: oneOf,
    present: presentApplicationPassword,
    returns: record,
  }),
  shopRoute({
    methods: ['POST', 'PUT', 'PATCH'],
    path: single,
    variables: ofOne,
    summary: 'Give an application password another name.',
    ...cannot('edit'),
    params: { name },
    useCase: renameApplicationPassword,
    input: ({ name: called, ...address }) => ({ ...oneOf(address), ...(called !== undefined && { name: called }) }),
    present: presentApplicationPassword,
    returns: record,
  }),
  shopRoute({
    methods: ['DELETE'],
    path: single,
    variables: ofOne,
    params: {},
    summary: 'End an application password.',
    ...cannot('delete'),
    useCase: deleteApplicationPassword,
    input: oneOf,
    present: (password, call) => ({ deleted: true, previous: presentApplicationPassword(password, call) }),
    returns: unpublished('ApplicationPasswordDeleted', { deleted: { type: 'boolean' }, previous: record }),
  }),
);
