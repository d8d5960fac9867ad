import { changesOf } from '../../kernel/change.ts';
import { decimalsOf, type Quantity } from '../../kernel/numbers/decimal.ts';
import { attributesFault } from '../attributes.ts';
import {
  barcodeTaken,
  decimalsInUse,
  itemHasStock,
  itemNotFound,
  locationNotFound,
  negativeStockExists,
  skuTaken,
} from '../errors.ts';
import type { Item, StockLevel } from '../item.ts';
import type { Location } from '../location.ts';
import type { OperationRequest } from '../operation.ts';
import type { ItemChanges } from '../ports.ts';
import type { StockAccount } from '../stock-account.ts';
import { applyRequest, demandWellFormed, type Movement, openBook } from '../stock-book.ts';
import { blankItem } from './blank-item.ts';
import { type ItemLine, onField } from './item-line.ts';
import type { References } from './references.ts';

/** Which writes an import may perform: create, update or both. */
export type ImportMode = 'upsert' | 'create' | 'update';

/** Context of the planning of lines. */
export interface Known {
  readonly references: References;
  readonly mode: ImportMode;
  readonly now: Date;
  readonly createdBy: number | null;
  readonly holders: ReadonlyMap<string, number>;
}

/** Stored state of a line's item. */
export interface Stored {
  readonly item: Item;
  readonly levels: readonly StockLevel[];
}

/** A count that sets a balance to the quantity of the line. */
export interface PlannedCount {
  readonly request: OperationRequest;
  readonly movement: Movement;
  readonly account: StockAccount;
}

/** Planned changes of one line. */
export interface ItemPlan {
  readonly before: Item | undefined;
  readonly after: Item;
  readonly changes: ItemChanges;
  readonly count: PlannedCount | undefined;
}

/** Placeholder for an id not yet assigned; the line is planned again once it is. */
const TO_BE_MADE = 0;
const nothingStored: readonly StockLevel[] = [];

/**
 * Plans one line; all records that it names must exist or be among `references`.
 * @throws DomainError as an equivalent single request
 */
export function planItem(line: ItemLine, stored: Stored | undefined, known: Known): ItemPlan {
  if (stored === undefined && known.mode === 'update') throw itemNotFound('sku');
  if (stored !== undefined && known.mode === 'create') throw onField('sku', skuTaken());
  const before = stored?.item ?? blankItem(line, known);
  const changes = wantedChanges(before, line, known);
  const after = { ...before, ...changes };
  const fault = line.attributes && attributesFault(after.attributes);
  if (fault) throw fault;
  demandBarcode(after, stored?.item.id, known);
  const levels = stored?.levels ?? nothingStored;
  const count = planCount(line, { before, after, levels }, known);
  if (stored) demandFits(before, after, levelsAfter(levels, count));
  return { before: stored?.item, after, changes, count };
}

function wantedChanges(before: Item, line: ItemLine, { references }: Known): ItemChanges {
  const { sku: _, categoryPath, defaultLocation, location: __, quantity: ___, attributes, ...plain } = line;
  if (plain.categoryId != null) references.demandCategory(plain.categoryId);
  const wantedLocation = defaultLocationOf(line, references);
  const wanted = {
    ...plain,
    ...(categoryPath !== undefined && {
      categoryId: categoryPath && (references.categoryAt(categoryPath) ?? TO_BE_MADE),
    }),
    ...(defaultLocation !== undefined && { defaultLocationId: wantedLocation?.id ?? TO_BE_MADE }),
    ...(attributes && { attributes: { ...before.attributes, ...attributes } }),
  };
  const changes = changesOf<Item>(before, wanted);
  if (changes.defaultLocationId !== undefined && wantedLocation?.archived)
    throw locationNotFound(defaultLocation === undefined ? 'defaultLocationId' : 'defaultLocation');
  return changes;
}

function defaultLocationOf(line: ItemLine, references: References): Location | undefined {
  const { defaultLocation: code, defaultLocationId: id } = line;
  if (code !== undefined) return references.locationAt({ code }, 'defaultLocation');
  return id === undefined ? undefined : references.locationAt({ id }, 'defaultLocationId');
}

function demandBarcode({ barcode }: Item, id: number | undefined, { holders }: Known): void {
  const holder = barcode === null ? undefined : holders.get(barcode);
  if (holder !== undefined && holder !== id) throw onField('barcode', barcodeTaken());
}

interface StockCount {
  readonly before: Item;
  readonly after: Item;
  readonly levels: readonly StockLevel[];
}

function planCount(line: ItemLine, { before, after, levels }: StockCount, known: Known): PlannedCount | undefined {
  const { quantity } = line;
  if (quantity === undefined) return undefined;
  const location = countedAt(line, after, known);
  const current = levels.find(({ locationId }) => locationId === location?.id)?.quantity ?? 0;
  if (quantity === current) return undefined;
  const request: OperationRequest = {
    type: 'count',
    item: { id: after.id },
    location: { id: location?.id ?? 0 },
    quantity,
    reason: 'import',
  };
  demandWellFormed(request);
  const account = {
    ...accountOf(after, location, current),
    // A row that archives an item may still record a last count.
    itemArchived: before.archived && after.archived,
  };
  const movement = applyRequest(openBook([account]), request, { from: account, to: undefined });
  return { request, movement, account };
}

function countedAt({ location: code }: ItemLine, after: Item, { references }: Known): Location | undefined {
  if (code !== undefined) return references.locationAt({ code }, 'location');
  const id = after.defaultLocationId;
  return id === TO_BE_MADE ? undefined : references.locationAt({ id }, 'location');
}

const accountOf = (item: Item, location: Location | undefined, quantity: Quantity): StockAccount => ({
  itemId: item.id,
  sku: item.sku,
  itemName: item.name,
  itemArchived: item.archived,
  allowNegative: item.allowNegative,
  quantityDecimals: item.quantityDecimals,
  cost: item.cost,
  reorderLevel: item.reorderLevel,
  itemQuantity: item.quantity,
  locationId: location?.id ?? 0,
  location: location?.code ?? '',
  locationArchived: location?.archived ?? false,
  quantity,
});

/** Non-zero balances after the count. */
function levelsAfter(levels: readonly StockLevel[], count: PlannedCount | undefined): readonly Quantity[] {
  const others = levels.filter(({ locationId }) => locationId !== count?.account.locationId);
  const counted = count ? [count.movement.balanceAfter] : [];
  return [...others.map(({ quantity }) => quantity), ...counted].filter((quantity) => quantity !== 0);
}

function demandFits(before: Item, after: Item, balances: readonly Quantity[]): void {
  if (before.allowNegative && !after.allowNegative && balances.some((each) => each < 0))
    throw onField('allowNegative', negativeStockExists());
  if (!before.archived && after.archived && balances.length > 0) throw onField('archived', itemHasStock());
  const lowers = after.quantityDecimals < before.quantityDecimals;
  if (lowers && balances.some((each) => decimalsOf(each) > after.quantityDecimals))
    throw onField('quantityDecimals', decimalsInUse());
}
