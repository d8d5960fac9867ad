import { type Access, type Actor, DomainError, invalidField, type UseCase } from '@backroom/core';
import type { Schemas, SentFile } from '@backroom/core/interface';
import { cannotUpdate, cannotView, type ShopRoute, section, shopRoute } from '@backroom/core/interface';

type Input = Readonly<Record<string, unknown>>;
type Act = (actor: Actor, input: Input) => Promise<unknown>;

const useCase = (access: Access, act: Act): UseCase<unknown, Input, unknown> => ({
  access,
  effect: 'read',
  transaction: 'core',
  repeats: 'none',
  make: () => act,
});

/** What the routes of a tiny shop have done, in order. */
export interface TinyShop {
  readonly routes: readonly ShopRoute[];
  readonly done: string[];
}

const slug = '[a-z0-9_\\-]+';
const paging = {
  page: { type: 'integer', default: 1, minimum: 1 },
  per_page: { type: 'integer', default: 10, minimum: 1, maximum: 100 },
} as const satisfies Schemas;

const same = (given: object): Input => ({ ...given });

async function contentOf({ name, chunks }: SentFile): Promise<string> {
  let content = '';
  for await (const chunk of chunks()) content += Buffer.from(chunk).toString();
  return `${name} ${content}`;
}

/** A small table with one route for each habit of the interface, and what its use cases did. */
export function tinyShop(): TinyShop {
  const done: string[] = [];
  const write: Act = async (_, input) => {
    if (input.fail === true) throw new DomainError('conflict', 'shop_rest_thing_stuck', 'The thing is stuck.');
    done.push(`${input.id} ${input.size ?? ''}`.trim());
    return { ...input, before: done.length - 1 };
  };
  const routes = section('Things', ...readers(), ...writers(write), ...oddities());
  return { routes, done };
}

function readers(): readonly ShopRoute[] {
  const things = Array.from({ length: 25 }, (_, index) => ({ id: `thing-${index}`, size: index }));
  return [
    shopRoute({
      methods: ['GET'],
      path: '/shop-admin/things',
      summary: 'List things.',
      params: { ...paging, kind: { type: 'array', items: { type: 'string' } } },
      input: same,
      useCase: useCase('anyone', async (_, { page, perPage }) => {
        const from = (Number(page) - 1) * Number(perPage);
        return { entries: things.slice(from, from + Number(perPage)), total: things.length };
      }) as UseCase<unknown, Input, { entries: typeof things; total: number }>,
      present: (thing, { around }) => ({
        ...thing,
        deep: { a: 1, b: { c: 2 } },
        _links: {
          self: [{ href: around.link(`/shop-admin/things/${thing.id}`) }],
          owner: [{ href: around.link('/shop-admin/who'), embeddable: true }, { href: around.link('/shop-admin/who') }],
          secret: [{ href: around.link('/shop-admin/secret'), embeddable: true }],
          foreign: [{ href: 'https://elsewhere.example/', embeddable: true }],
        },
      }),
    }),
    shopRoute({
      methods: ['GET'],
      path: '/shop-admin/things/{id}',
      variables: { id: slug },
      summary: 'Read a thing.',
      params: { context: { type: 'string', enum: ['view', 'edit', 'embed'], default: 'view' } },
      input: same,
      useCase: useCase('anyone', async (_, input) => input),
      returns: { type: 'object', properties: { id: { type: 'string' } } },
    }),
    shopRoute({
      methods: ['GET'],
      path: '/shop-admin/who',
      summary: 'Read the caller.',
      params: { context: {} },
      input: same,
      useCase: useCase('anyone', async ({ userId, origin }, { context }) => ({
        user: userId ?? null,
        context,
        secure: origin.isSecure ?? false,
      })),
    }),
    shopRoute({
      methods: ['GET'],
      path: '/shop-admin/secret',
      summary: 'Read a secret.',
      refusal: cannotView,
      useCase: useCase('manage_store', async () => ({ secret: true })),
    }),
  ];
}

function writers(write: Act): readonly ShopRoute[] {
  const params = { size: { type: 'integer', minimum: 0, maximum: 9 }, fail: { type: 'boolean' } } as const;
  return [
    shopRoute({
      methods: ['POST', 'PUT', 'PATCH'],
      path: '/shop-admin/things/{id}',
      variables: { id: slug },
      summary: 'Change a thing.',
      params,
      batch: true,
      refusal: cannotUpdate,
      input: same,
      useCase: useCase('manage_store', write),
    }),
    shopRoute({
      methods: ['DELETE'],
      path: '/shop-admin/things/{id}',
      variables: { id: slug },
      summary: 'Delete a thing.',
      status: 204,
      input: same,
      useCase: useCase('manage_settings', async () => undefined),
    }),
    shopRoute({
      methods: ['POST'],
      path: '/shop-admin/things',
      summary: 'Make a thing.',
      params: { name: { type: 'string', required: true }, picture: { type: 'file' }, tags: { type: 'array' } },
      status: 201,
      location: () => '/shop-admin/things/new',
      input: same,
      useCase: useCase('signed-in', async (_, { name, picture, tags }) => ({
        name,
        tags,
        ...(picture !== undefined && { picture: await contentOf(picture as SentFile) }),
      })),
      present: (made) => made,
    }),
    shopRoute({
      methods: ['POST'],
      path: '/shop-admin/whole',
      summary: 'Take anything.',
      params: { body: { in: 'whole body', published: false }, hidden: { type: 'string', published: false } },
      input: same,
      useCase: useCase('anyone', async (_, input) => input),
    }),
  ];
}

const failing = (path: string, act: Act): ShopRoute =>
  shopRoute({ methods: ['GET'], path, summary: 'Fail.', input: same, useCase: useCase('anyone', act) });

const oddities = (): readonly ShopRoute[] => [
  failing('/shop-admin/broken', async () => {
    throw new Error('secret of the house');
  }),
  failing('/shop-admin/unsayable', async () => ({ big: 1n })),
  failing('/shop-admin/nothing', async () => null),
  failing('/shop-admin/picky', async () => {
    throw invalidField(['storeEmail'], 'validation_failed', 'That cannot be.');
  }),
  failing('/shop-admin/off', async () => {
    throw new DomainError('switched-off', 'shop_rest_off', 'That is off here.');
  }),
];
