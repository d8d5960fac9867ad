import type { Schema } from '../../kernel/schema.ts';

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;
const integer = { type: 'integer' } as const;
const links = { type: 'object' } as const;

const endpoint = {
  name: 'IndexEndpoint',
  type: 'object',
  properties: {
    methods: texts,
    allow_batch: { type: 'object', required: false },
    args: { type: ['object', 'array'], items: {}, description: 'Parameters by name; an empty list if there are none.' },
  },
} as const satisfies Schema;

const indexRoute = {
  name: 'IndexRoute',
  type: 'object',
  properties: {
    namespace: text,
    methods: texts,
    endpoints: { type: 'array', items: endpoint },
    schema: { type: 'object', required: false, description: 'Answers, in the context `help`.' },
    _links: { ...links, required: false },
  },
} as const satisfies Schema;

const routesByPattern = {
  type: 'object',
  additionalProperties: indexRoute,
  description: 'Routes by the pattern of their path.',
} as const satisfies Schema;

export const siteIndexShape: Schema = {
  name: 'SiteIndex',
  published: false,
  type: 'object',
  properties: {
    name: text,
    description: text,
    url: text,
    home: text,
    gmt_offset: text,
    timezone_string: text,
    page_for_posts: integer,
    page_on_front: integer,
    show_on_front: text,
    namespaces: texts,
    authentication: {
      type: ['object', 'array'],
      items: {},
      description: 'Where application passwords are made; empty where they are switched off.',
    },
    routes: routesByPattern,
  },
};

export const namespaceIndexShape: Schema = {
  name: 'NamespaceIndex',
  published: false,
  type: 'object',
  properties: { namespace: text, routes: routesByPattern, _links: links },
};

const batchAnswer = {
  name: 'BatchItemAnswer',
  type: ['object', 'null'],
  properties: { body: {}, status: integer, headers: { type: ['object', 'array'], items: {} } },
} as const satisfies Schema;

export const batchShape: Schema = {
  name: 'BatchAnswers',
  published: false,
  type: 'object',
  properties: {
    failed: { ...text, enum: ['validation'], required: false, description: 'Nothing was done.' },
    responses: { type: 'array', items: batchAnswer },
  },
};
