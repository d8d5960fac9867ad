import { type Route, route, section } from '../../interface/route.ts';
import { choice, listOf, namedObject, record, text } from '../../interface/schema.ts';
import { OK, UNAVAILABLE } from '../../interface/status.ts';
import {
  checkHealth,
  checkReadiness,
  readApiDescription,
  readPublicApiDescription,
  readPublicKeys,
  readPublicShopDescription,
  readShopDescription,
  readVersion,
} from '../index.ts';

const healthShape = namedObject('Health', { status: choice(['ok']) });

const openApiShape = namedObject('OpenApiDocument', {
  openapi: text(),
  info: record(),
  servers: listOf(record()),
  tags: listOf(record()),
  paths: record(),
  components: record(),
});

/** Routes that do not depend on the installation's settings. */
const always: readonly Route[] = [
  route({
    methods: ['GET'],
    path: '/health',
    isProbe: true,
    summary: 'Liveness: the process runs; no dependency is checked.',
    useCase: checkHealth,
    returns: healthShape,
  }),
  route({
    methods: ['GET'],
    path: '/health/live',
    isProbe: true,
    summary: 'The same as /health.',
    useCase: checkHealth,
    returns: healthShape,
  }),
  route({
    methods: ['GET'],
    path: '/health/ready',
    isProbe: true,
    summary:
      'Readiness: 503 until the database answers and accepts writes, its schema is current, and an administrator exists. Administrators see which check fails.',
    useCase: checkReadiness,
    statusOf: ({ status }) => (status === 'ok' ? OK : UNAVAILABLE),
    returns: namedObject('Readiness', { status: choice(['ok', 'unavailable']), checks: record({ required: false }) }),
  }),
  route({
    methods: ['GET'],
    path: '/version',
    summary: 'Read the version of the running build.',
    useCase: readVersion,
    returns: namedObject('Version', {
      version: text(),
      label: text(),
      commit: text({ nullable: true }),
      node: text({ required: false, description: 'For administrators.' }),
    }),
    present: ({ runtime, ...report }) => ({ ...report, ...(runtime !== undefined && { node: runtime }) }),
  }),
  route({
    methods: ['GET'],
    path: '/.well-known/jwks.json',
    summary: 'Publish the keys that tokens can be checked with, where they are asymmetric.',
    useCase: readPublicKeys,
    returns: namedObject('PublicKeys', { keys: listOf(record({ name: 'PublicKey' })) }),
  }),
];

/** Routes of the descriptions of both interfaces; public ones need no credentials. */
export const descriptionRoutes = ({ publicDocs }: { readonly publicDocs: boolean }): readonly Route[] =>
  section(
    'System',
    route({
      methods: ['GET'],
      path: '/openapi.json',
      summary: 'Describe this interface (OpenAPI 3.1).',
      useCase: publicDocs ? readPublicApiDescription : readApiDescription,
      returns: openApiShape,
    }),
    route({
      methods: ['GET'],
      path: '/openapi-shop.json',
      summary: 'Describe the shop interface (OpenAPI 3.1).',
      useCase: publicDocs ? readPublicShopDescription : readShopDescription,
      returns: openApiShape,
    }),
  );

/** Routes of the system itself; the API description is public if the installation enables it. */
export const siteRoutes = (options: { readonly publicDocs: boolean }): readonly Route[] => [
  ...section('System', ...always),
  ...descriptionRoutes(options),
];
