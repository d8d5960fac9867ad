import type { Actor } from '../../kernel/actor.ts';
import type { BatchItem, BatchItems, ItemAnswer } from '../../kernel/batch.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { SitePorts } from '../ports.ts';

/** Several requests, what to do when one of them cannot be right, and who does them. */
export interface Batch {
  readonly requests: readonly BatchItem[];
  /** Whether nothing is done unless everything may be tried. */
  readonly requiresAll: boolean;
  readonly items: BatchItems;
}

/** The answers in the order of the requests; with `failed`, nothing was done, and what could have been is null. */
export interface BatchAnswer {
  readonly failed?: 'validation';
  readonly responses: readonly (ItemAnswer | null)[];
}

/**
 * Does several requests one after another: each sees what those before it did, and one that fails stops no other.
 * @throws DomainError `idempotency_in_progress`, `idempotency_key_reused`
 */
export const runBatch = useCase(
  { access: 'anyone', effect: 'write', transaction: 'own', repeats: 'marked' },
  (_: SitePorts) => (__: Actor, batch: Batch) => runAll(batch),
);

async function runAll({ requests, requiresAll, items }: Batch): Promise<BatchAnswer> {
  const checked = await Promise.all(requests.map((each) => items.check(each)));
  if (requiresAll && checked.some(({ refusal }) => refusal)) {
    return { failed: 'validation', responses: checked.map(({ refusal = null }) => refusal) };
  }
  const responses: ItemAnswer[] = [];
  for (const each of checked) responses.push(await each.run());
  return { responses };
}
