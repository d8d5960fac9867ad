import type { Actor } from '../../kernel/actor.ts';
import { DomainError, type FieldProblem } from '../../kernel/errors.ts';
import { faultsOf } from '../../kernel/rows.ts';
import { type Bookkeeping, type Ends, enterLine } from '../enter-line.ts';
import type { OperationDraft, OperationRequest } from '../operation.ts';
import type { CostChange, InventoryPorts } from '../ports.ts';
import { announce, demandPlace, placesIn } from '../record.ts';
import type { MissingPlace, StockAccount } from '../stock-account.ts';
import { demandWellFormed, openBook } from '../stock-book.ts';

/** An operation to record, with its idempotency key. */
export interface KeyedRequest {
  readonly request: OperationRequest;
  readonly key: string | undefined;
}

/** Route of the idempotency keys of imported lines: each line is equivalent to a request to it. */
export const KEYED_ROUTE = 'POST /operations';

/** Constant fingerprint: imported entries are compared by their members, not by the request body. */
const FINGERPRINT = 'import';

/**
 * Records the valid lines, each after the effects of earlier ones. Returns the faults of every line in input order;
 * empty for recorded ones.
 */
export async function recordEach(
  ports: InventoryPorts,
  actor: Actor,
  lines: readonly KeyedRequest[],
): Promise<readonly (readonly FieldProblem[])[]> {
  const places = lines.map(({ request }) => placesIn(request));
  const held = (await ports.ledger.hold(places.flat())).values();
  const accounts = places.map((each) => each.map(() => held.next().value));
  const book = openBook(accounts.flat().flatMap((each) => (each === undefined || 'missing' in each ? [] : [each])));
  const { once: _, ...author } = actor;
  const costs = new Map<number, CostChange>();
  const recorded: RecordedDraft[] = [];
  const faults = lines.map((line, index) => {
    const made = attempt(() => oneLine({ ports, actor: author, book, costs }, line, accounts[index] ?? []));
    if ('faults' in made) return made.faults;
    recorded.push(made);
    return [];
  });
  if (recorded.length === 0) return faults;
  const operations = await ports.ledger.append(
    recorded.map(({ draft }) => draft),
    recorded.map(({ key }) => (key === undefined ? undefined : { key, route: KEYED_ROUTE, fingerprint: FINGERPRINT })),
    [...costs.values()],
  );
  for (const [index, operation] of operations.entries())
    announce(ports, operation, (recorded[index] as RecordedDraft).from);
  return faults;
}

interface RecordedDraft {
  readonly draft: OperationDraft;
  readonly key: string | undefined;
  readonly from: StockAccount;
}

function oneLine(
  keeping: Bookkeeping,
  { request, key }: KeyedRequest,
  accounts: readonly (StockAccount | MissingPlace | undefined)[],
): RecordedDraft {
  demandWellFormed(request);
  const from = demandPlace(accounts[0], request, 'location');
  const ends: Ends = { from, to: request.toLocation && demandPlace(accounts[1], request, 'toLocation') };
  const recording = { requests: [], groupId: null, source: 'import' as const };
  return { draft: { ...enterLine(keeping, { request, ends, recording }), idempotencyKey: key ?? null }, key, from };
}

function attempt(work: () => RecordedDraft): RecordedDraft | { readonly faults: readonly FieldProblem[] } {
  try {
    return work();
  } catch (error) {
    if (error instanceof DomainError) return { faults: faultsOf(error) };
    throw error;
  }
}
