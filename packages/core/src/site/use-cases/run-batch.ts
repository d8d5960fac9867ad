import type { Actor } from '../../kernel/actor.ts';
import type { BatchItem, BatchItems, ItemAnswer } from '../../kernel/batch.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { SitePorts } from '../ports.ts';

/** Requests to run in sequence, and how to run them. */
export interface RequestBatch {
  readonly requests: readonly BatchItem[];
  /** Whether one invalid request prevents all. */
  readonly requiresAll: boolean;
  readonly items: BatchItems;
}

/** The answers in the order of the requests; with `failed` nothing was done, and the answers of valid requests are null. */
export interface BatchAnswer {
  readonly failed?: 'validation';
  readonly responses: readonly (ItemAnswer | null)[];
}

/**
 * Runs requests in sequence: each sees the effects of those before it, and a failure does not stop the others.
 * @throws DomainError `idempotency_in_progress`, `idempotency_key_reused`
 */
export const runBatch = useCase(
  { access: 'anyone', effect: 'write', transaction: 'own', repeats: 'marked' },
  (_: SitePorts) => (__: Actor, batch: RequestBatch) => runAll(batch),
);

async function runAll({ requests, requiresAll, items }: RequestBatch): Promise<BatchAnswer> {
  const checked = await Promise.all(requests.map((each) => items.check(each)));
  if (requiresAll && checked.some(({ refusal }) => refusal)) {
    return { failed: 'validation', responses: checked.map(({ refusal = null }) => refusal) };
  }
  const responses: ItemAnswer[] = [];
  for (const each of checked) responses.push(await each.run());
  return { responses };
}
