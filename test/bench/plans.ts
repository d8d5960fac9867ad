import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openBackroom } from '@backroom/composition';
import { defaultShopNames } from '@backroom/core/interface';
import pg from 'pg';
import { shopOf } from '../support/shop.ts';
import { listen, type Sent } from '../support/statements.ts';
import { findPlaces, type ReportRequest, reportRequests } from './report-requests.ts';

const folder = fileURLToPath(new URL('../../docs/plans/', import.meta.url));

/** A copy: answers under the very defaults are compared with OpenAPI, which only works in tests. */
const names = { ...defaultShopNames };

/** Writes to `docs/plans` how PostgreSQL answers each promised report of a shop: a page for each report, without costs. */
export async function writePlans(url: string, print: (text: string) => void): Promise<void> {
  const { core, actor, close } = await openBackroom({ database: { kind: 'server', url, poolSize: 2 } });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await prepare(client);
  const ask = async ({ route, query }: Pick<ReportRequest, 'route' | 'query'>) => {
    const { status, body } = await shopOf(core, { names }).ask({ path: route, query, as: actor });
    if (status !== 200) throw new Error(`${route}?${query}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  try {
    const pages = new Map<string, string[]>();
    for (const request of reportRequests(await findPlaces(ask))) {
      print(request.name);
      const plan = await planOf(client, await mainStatement(() => ask(request)));
      const page = request.route.replace('/shop-analytics/', '').replaceAll('/', '-');
      pages.set(page, [...(pages.get(page) ?? []), sectionOf(request, plan)]);
    }
    await mkdir(folder, { recursive: true });
    for (const [page, sections] of pages) await writeFile(`${folder}${page}.txt`, sections.join('\n'));
  } finally {
    await client.end();
    await close();
  }
}

/** What plans depend on beside the shop, by the defaults of PostgreSQL. */
const defaults = {
  work_mem: '4MB',
  hash_mem_multiplier: '2',
  effective_cache_size: '4GB',
  random_page_cost: '4',
  seq_page_cost: '1',
  max_parallel_workers_per_gather: '2',
};

/** Counts what is in the tables, and sets the planner to the defaults. */
async function prepare(client: pg.Client): Promise<void> {
  await client.query('vacuum (analyze)');
  for (const [name, value] of Object.entries(defaults)) await client.query(`set ${name} = '${value}'`);
}

const sectionOf = ({ name, route, query }: ReportRequest, plan: readonly string[]): string =>
  `${name}\n${route}${query && `?${query}`}\n\n${plan.map((line) => `  ${line}\n`).join('')}`;

/** Of all that is sent for a request, the statement that does the work: no other is nearly as long. */
async function mainStatement(ask: () => Promise<unknown>): Promise<Sent> {
  const listening = listen();
  try {
    await ask();
  } finally {
    listening.stop();
  }
  const [longest] = listening.sent.toSorted((a, b) => b.text.length - a.text.length);
  if (!longest) throw new Error('Nothing was asked of the database.');
  return longest;
}

async function planOf(client: pg.Client, { text, values }: Sent): Promise<readonly string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, [...values]);
  return rows.map((row) => row['QUERY PLAN']);
}
