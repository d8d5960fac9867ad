import { section } from '../../interface/route.ts';
import { publishedNamespace, type ShopNames, shopNamespaces } from '../../interface/shop/names.ts';
import { type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import { MULTI_STATUS } from '../../interface/status.ts';
import type { Schemas } from '../../kernel/schema.ts';
import { readNamespaceIndex, readSiteIndex, runBatch } from '../index.ts';
import { batchShape, namespaceIndexShape, siteIndexShape } from './shapes.ts';

const contextParam = { default: 'view' } as const;
/** Cache lifetime of the site index, in milliseconds: changed settings show after that at the latest. */
const MOMENT = 1_000;
const asText = (value: unknown): string => String(value);

const siteIndex = shopRoute({
  methods: ['GET'],
  path: '/',
  summary: 'Read the site and its routes.',
  params: { context: contextParam },
  input: ({ context }, { index }) => ({ describe: (facts) => index.site(facts, asText(context)) }),
  useCase: readSiteIndex,
  returns: siteIndexShape,
  lasting: MOMENT,
});

const namespaceRoot = (namespace: string, names: ShopNames): ShopRoute =>
  shopRoute({
    methods: ['GET'],
    path: `/${namespace}`,
    summary: `List the routes of the namespace ${namespace}.`,
    params: { namespace: { default: publishedNamespace(namespace, names) }, context: contextParam },
    input: ({ namespace: name, context }, { index }) => ({
      describe: () => index.namespace(asText(name), asText(context)),
    }),
    useCase: readNamespaceIndex,
    returns: namespaceIndexShape,
    lasting: Number.POSITIVE_INFINITY,
  });

const batchParams = {
  validation: { type: 'string', enum: ['require-all-validate', 'normal'], default: 'normal' },
  requests: {
    required: true,
    type: 'array',
    maxItems: 25,
    items: {
      type: 'object',
      properties: {
        method: { type: 'string', enum: ['POST', 'PUT', 'PATCH', 'DELETE'], default: 'POST' },
        path: { type: 'string', required: true },
        body: { type: 'object', properties: {}, additionalProperties: true },
        headers: {
          type: 'object',
          properties: {},
          additionalProperties: { type: ['string', 'array'], items: { type: 'string' } },
        },
      },
    },
  },
} as const satisfies Schemas;

const batch = shopRoute({
  methods: ['POST'],
  path: '/batch/v1',
  summary: 'Do up to 25 requests one after another.',
  params: batchParams,
  input: ({ validation, requests }, { items }) => ({
    requests: requests.map(({ method, path, body, headers }) => ({
      method,
      path,
      ...(body && { body }),
      ...(headers && { headers: headers as Readonly<Record<string, string | readonly string[]>> }),
    })),
    requiresAll: validation === 'require-all-validate',
    items,
  }),
  useCase: runBatch,
  returns: batchShape,
  // Items may.
  hasSecrets: true,
  status: MULTI_STATUS,
});

/** Discovery, and batches of requests. */
export const siteShopRoutes = (names: ShopNames): readonly ShopRoute[] =>
  section('Discovery', siteIndex, ...shopNamespaces.map((each) => namespaceRoot(each, names)), batch);
