import { allCapabilities } from '../kernel/capability.ts';
import type { Schema } from '../kernel/schema.ts';
import { addressSchema, lineSchema, needed, proseSchema } from '../outbound/index.ts';

/** Members of a declaration that have a meaning. */
const knownMembers = [
  'events',
  'routes',
  'activate',
  'deactivate',
  'tasks',
  'completedTasks',
  'channels',
  'suggestions',
  'options',
  'settings',
  'jobs',
  'reportFilters',
];
const MOST_ROUTES = 50;
/** Maximum tasks, channels, suggestions of a kind, jobs and report filters each. */
const MOST = 20;

const codes: Schema = { type: 'array', maxItems: 20, items: { type: 'string', pattern: '^[a-z][a-z0-9_]{1,63}$' } };
const routeFormat: Schema = {
  type: 'object',
  properties: {
    methods: {
      type: 'array',
      items: { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
      required: true,
    },
    path: {
      type: 'string',
      maxLength: 200,
      pattern: '^(/([a-z0-9][a-z0-9_-]*|\\{[a-z][a-z0-9_]*\\}))+$',
      required: true,
    },
    summary: { type: 'string', minLength: 1, maxLength: 200, required: true },
    access: { type: 'string', enum: ['anyone', 'signed-in', ...allCapabilities], required: true },
    params: { type: 'object', default: {} },
    returns: { type: 'object' },
    refusals: { type: 'object', properties: { invalid: codes, 'not-found': codes, conflict: codes }, default: {} },
  },
};

const channelFormat: Schema = {
  type: 'object',
  properties: {
    slug: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]{0,63}$', required: true },
    name: needed(lineSchema(200)),
    description: { ...proseSchema(1_000), default: '' },
    icon: { ...addressSchema, default: '' },
    settings_url: { ...addressSchema, default: '' },
  },
};

const reportFilterFormat: Schema = {
  type: 'object',
  properties: {
    param: { type: 'string', pattern: '^[a-z][a-z0-9_]{0,99}$', required: true },
    attribute: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,200}$', required: true },
    description: needed(lineSchema(200)),
    values: { type: 'array', items: { type: 'string', maxLength: 200 }, minItems: 1, maxItems: 200 },
  },
};

const objects: Schema = { type: 'array', items: { type: 'object' }, maxItems: MOST };

/** The form of a declaration. */
export const declarationFormat: Schema = {
  type: 'object',
  properties: {
    members: { type: 'array', items: { type: 'string', enum: knownMembers }, maxItems: 50, required: true },
    events: { type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 100, required: true },
    routes: { type: 'array', items: routeFormat, maxItems: MOST_ROUTES, required: true },
    tasks: { ...objects, required: true },
    channels: { type: 'array', items: channelFormat, maxItems: MOST, required: true },
    suggestions: { type: 'object', properties: { payments: objects, shipping: objects }, required: true },
    options: { type: 'object', maxProperties: 50, required: true },
    settings: { type: 'object', maxProperties: 50, required: true },
    jobs: {
      type: 'array',
      items: { type: 'string', pattern: '^[a-z][a-z0-9_]{0,63}$' },
      maxItems: MOST,
      uniqueItems: true,
      required: true,
    },
    report_filters: { type: 'array', items: reportFilterFormat, maxItems: MOST, required: true },
  },
};
