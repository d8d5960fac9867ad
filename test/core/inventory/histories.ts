import { DomainError } from '@backroom/core';
import type { Operation, OperationRequest, StockAccount } from '@backroom/core/inventory';
import fc from 'fast-check';
import { anAccount, anOperation } from '../../support/builders.ts';
import { applyRequest, applyReversal, type Movement, openBook } from '../internals.ts';

/** Both ends of a movement. */
interface Ends {
  readonly from: StockAccount;
  readonly to: StockAccount | undefined;
}

/** One step of a random history. */
export interface Step {
  readonly type: OperationRequest['type'];
  readonly itemId: number;
  readonly from: number;
  readonly to: number;
  readonly quantity: number;
}

/** What was recorded, and where both ends of it were. */
export interface Entry {
  readonly operation: Operation;
  readonly movement: Movement;
}

const items = [1, 2];
const places = [1, 2, 3];
const types = ['receipt', 'issue', 'adjustment', 'transfer', 'count'] as const;

/** Any step that is well formed; whether there is stock for it is another matter. */
export const aStep: fc.Arbitrary<Step> = fc
  .record({
    type: fc.constantFrom(...types),
    itemId: fc.constantFrom(...items),
    from: fc.constantFrom(...places),
    step: fc.integer({ min: 1, max: 2 }),
    quantity: fc.integer({ min: 1, max: 200_000 }),
    isNegative: fc.boolean(),
  })
  .map(({ step, isNegative, ...fields }) => ({
    ...fields,
    to: ((fields.from + step - 1) % places.length) + 1,
    quantity: fields.type === 'adjustment' && isNegative ? -fields.quantity : fields.quantity,
  }));

/** A request in the words of the ledger. */
export const requestOf = ({ type, itemId, from, to, quantity }: Step): OperationRequest => ({
  type,
  item: { id: itemId },
  quantity,
  location: { id: from },
  ...(type === 'transfer' && { toLocation: { id: to } }),
  ...(type === 'adjustment' && { reason: 'found' }),
});

/** A store of balances that is changed by the book, and by nothing else. */
export class Shelves {
  readonly entries: Entry[] = [];
  readonly #balances = new Map<string, number>();
  readonly #allowNegative: boolean;

  constructor(allowNegative: boolean) {
    this.#allowNegative = allowNegative;
  }

  /** The quantity of an item at a place. */
  at(itemId: number, locationId: number): number {
    return this.#balances.get(`${itemId}@${locationId}`) ?? 0;
  }

  /** The quantity of an item at all places. */
  of(itemId: number): number {
    return places.reduce((sum, place) => sum + this.at(itemId, place), 0);
  }

  /** Every item at every place. */
  all(): readonly { readonly itemId: number; readonly locationId: number; readonly quantity: number }[] {
    return items.flatMap((itemId) =>
      places.map((locationId) => ({ itemId, locationId, quantity: this.at(itemId, locationId) })),
    );
  }

  /** An account as the ledger would hold it now. */
  hold(itemId: number, locationId: number): StockAccount {
    const [quantity, itemQuantity] = [this.at(itemId, locationId), this.of(itemId)];
    return anAccount({ itemId, locationId, quantity, itemQuantity, allowNegative: this.#allowNegative });
  }

  /** Records a request, or returns the refusal. */
  record(step: Step): Entry | undefined {
    const ends = this.#endsOf(step.itemId, step.from, step.type === 'transfer' ? step.to : null);
    return this.#attempt(ends, (book) => applyRequest(book, requestOf(step), ends), {
      type: step.type,
      quantity: step.quantity,
    });
  }

  /** Takes an entry back. */
  reverse({ operation }: Entry): Entry | undefined {
    const ends = this.#endsOf(operation.itemId, operation.locationId, operation.toLocationId);
    return this.#attempt(ends, (book) => applyReversal(book, operation, ends), {
      type: 'reversal',
      quantity: operation.quantity,
    });
  }

  #endsOf(itemId: number, from: number, to: number | null): Ends {
    return { from: this.hold(itemId, from), to: to === null ? undefined : this.hold(itemId, to) };
  }

  #attempt(
    { from, to }: Ends,
    work: (book: ReturnType<typeof openBook>) => Movement,
    words: Pick<Operation, 'type' | 'quantity'>,
  ): Entry | undefined {
    const movement = attempt(() => work(openBook(to ? [from, to] : [from])));
    if (!movement) return undefined;
    const { itemId, locationId } = from;
    const operation = anOperation({
      ...words,
      ...movement,
      id: this.entries.length + 1,
      itemId,
      locationId,
      toLocationId: to?.locationId ?? null,
    });
    this.#balances.set(`${itemId}@${locationId}`, movement.balanceAfter);
    if (to) this.#balances.set(`${itemId}@${to.locationId}`, movement.toBalanceAfter ?? Number.NaN);
    const entry = { operation, movement };
    this.entries.push(entry);
    return entry;
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
