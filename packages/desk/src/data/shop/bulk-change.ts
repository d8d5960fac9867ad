import { answerOf, shop } from '../client.ts';
import { publishedPath } from '../interface-names.ts';
import type { Product } from '../shop-records.ts';

/** A change of one of many products. */
export interface BulkChange {
  readonly product: Product;
  readonly body: object;
}

/** What came of it; `problem` is the sentence of the server where it was refused. */
export interface BulkResult {
  readonly product: Product;
  readonly problem: string | undefined;
}

/** Beside the changes: the key of the whole, and who hears how many are done. */
export interface BulkOptions {
  readonly key: string;
  readonly onProgress: (done: number) => void;
}

/** Most requests of one batch. */
const BATCH = 25;

interface BatchAnswer {
  readonly responses: readonly { readonly status: number; readonly body: { readonly message?: string } }[];
}

/**
 * Changes products through the batch route, 25 at a time; the same key again changes nothing twice.
 * @throws Refused where a whole batch is refused
 */
export async function changeProducts(
  changes: readonly BulkChange[],
  { key, onProgress }: BulkOptions,
): Promise<readonly BulkResult[]> {
  const results: BulkResult[] = [];
  for (let at = 0; at < changes.length; at += BATCH) {
    const part = changes.slice(at, at + BATCH);
    const requests = part.map(({ product, body }) => ({
      method: 'PUT' as const,
      path: publishedPath(`/shop/v3/products/${product.id}`),
      body: body as never,
    }));
    const answer = (await answerOf(
      shop.POST('/batch/v1', { body: { requests } as never, headers: { 'Idempotency-Key': `${key}-${at}` } }),
    )) as unknown as BatchAnswer;
    for (const [index, { product }] of part.entries()) {
      const { status = 500, body } = answer.responses[index] ?? {};
      results.push({ product, problem: status < 400 ? undefined : (body?.message ?? String(status)) });
    }
    onProgress(results.length);
  }
  return results;
}
