import { isObject } from '../../kernel/reading/storable.ts';
import type { Links } from './links.ts';

/** Requests another route of the same site; returns its body. */
export type AskInside = (path: string, query: readonly (readonly [string, string])[]) => Promise<unknown>;

/** Links to embed, and how to resolve them. */
export interface Embedding {
  readonly wanted: 'all' | readonly string[];
  readonly links: Links;
  readonly ask: AskInside;
}

/** Maximum number of addresses requested for one response. */
const most = 200;

/** Resolves embeddable links and adds the results to the body; each address is requested once. */
export async function embed(body: unknown, embedding: Embedding): Promise<unknown> {
  const known = new Map<string, Promise<unknown>>();
  const bodyAt = (href: string): Promise<unknown> => {
    const asked = known.get(href) ?? (known.size < most ? askFor(href, embedding) : Promise.resolve({}));
    known.set(href, asked);
    return asked;
  };
  if (!Array.isArray(body)) return embedInto(body, embedding, bodyAt);
  const embedded: unknown[] = [];
  for (const each of body) embedded.push(await embedInto(each, embedding, bodyAt));
  return embedded;
}

async function askFor(href: string, { links, ask }: Embedding): Promise<unknown> {
  const target = links.read(href);
  if (!target) return {};
  const query = target.query.filter(([name]) => name !== 'context');
  return ask(target.path, [...query, ['context', 'embed']]);
}

async function embedInto(
  entry: unknown,
  { wanted }: Embedding,
  bodyAt: (href: string) => Promise<unknown>,
): Promise<unknown> {
  if (!isObject(entry) || !isObject(entry._links)) return entry;
  const embedded: Record<string, readonly unknown[]> = {};
  for (const [relation, links] of Object.entries(entry._links)) {
    if (!Array.isArray(links) || (wanted !== 'all' && !wanted.includes(relation))) continue;
    const found = links.filter(isObject).map((link) => ({ isEmbeddable: link.embeddable === true, href: link.href }));
    if (!found.some(({ isEmbeddable }) => isEmbeddable)) continue;
    const asked = found.map(({ isEmbeddable, href }) =>
      isEmbeddable && typeof href === 'string' ? bodyAt(href) : Promise.resolve({}),
    );
    embedded[relation] = await Promise.all(asked);
  }
  return Object.keys(embedded).length === 0 ? entry : { ...entry, _embedded: embedded };
}
