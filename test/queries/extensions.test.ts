import { type ExtensionContribution, noExtensionRuntime, readDeclaration } from '@backroom/core/extensions';
import { describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { countStatements } from '../support/counted-statements.ts';
import { shopOf, shopRequest } from '../support/shop.ts';
import { coreOn } from '../support/stores.ts';

/** What an extension with ten routes declares; it listens to no event. */
function contribution(number: number): ExtensionContribution {
  const slug = `extension-${number}`;
  const routes = Array.from({ length: 10 }, (_, at) => ({
    methods: ['GET', 'POST'],
    path: `/things-${at}/{id}`,
    summary: 'Read a thing.',
    access: 'manage_store',
    params: { id: { type: 'integer', required: true }, colour: { type: 'string', enum: ['red', 'blue'] } },
    refusals: {},
  }));
  const empty = { events: [], tasks: [], channels: [], suggestions: {}, options: {}, settings: {}, jobs: [] };
  const sent = { ...empty, members: ['routes'], routes, report_filters: [] };
  return { slug, title: slug, declaration: readDeclaration(sent, { slug, knownEvents: new Set() }) };
}

const fifty = Array.from({ length: 50 }, (_, number) => contribution(number));

describe('fifty extensions that run', () => {
  const { stores, count } = countStatements();

  function openShop() {
    let contributions: readonly ExtensionContribution[] = [];
    const extensionRuntime = { ...noExtensionRuntime, contributions: () => contributions };
    const shop = shopOf(coreOn({ ...stores(), extensionRuntime } as never));
    const ask = (path: string) => shop.dispatch(shopRequest({ path }), async () => anAdministrator());
    const use = (next: readonly ExtensionContribution[]) => {
      contributions = next;
    };
    return { ask, use };
  }
  /** Milliseconds of processor time of this thread: other processes have no effect on it. */
  const worked = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  const quickest = async (times: number, work: () => Promise<unknown>): Promise<number> => {
    let least = Number.POSITIVE_INFINITY;
    for (let time = 0; time < times; time += 1) {
      const since = worked();
      await work();
      least = Math.min(least, worked() - since);
    }
    return least;
  };

  it('are in the index after 50 ms of work', async () => {
    const { ask, use } = openShop();
    await ask('/');
    const milliseconds = await quickest(8, async () => {
      use([...fifty]);
      const { body } = await ask('/');
      expect(Object.keys((body as { readonly routes: object }).routes).length).toBeGreaterThan(159 + 50 * 11 - 1);
    });
    expect(milliseconds).toBeLessThan(50);
  });

  it('cost a request of another route no statement and no time', async () => {
    const { ask, use } = openShop();
    const read = () => ask('/shop-admin/features');
    const rounds = async () => {
      for (let round = 0; round < 200; round += 1) await read();
    };
    await rounds();
    const statements = await count(read);
    const alone = await quickest(5, rounds);
    use(fifty);
    await read();
    expect(await count(read)).toBe(statements);
    expect(await quickest(5, rounds)).toBeLessThan(alone * 1.5 + 5);
  });
});
