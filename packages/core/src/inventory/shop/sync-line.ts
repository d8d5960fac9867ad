import { DomainError, type FieldProblem } from '../../kernel/errors.ts';
import type { Quantity } from '../../kernel/numbers/decimal.ts';
import { isObject } from '../../kernel/reading/storable.ts';
import { readRecord } from '../../kernel/records/read-record.ts';
import {
  choice,
  defaulted,
  hooked,
  id,
  instant,
  optional,
  quantity,
  recordOf,
  text,
  textLike,
} from '../../kernel/records/values.ts';
import { invalidStockPayload, stockPayloadTooLong } from './errors.ts';

/** Stock update of one product from an external program. */
export interface SyncLine {
  readonly sku: string | null;
  readonly productId: number | null;
  /** In pieces as sold by the shop. */
  readonly quantity: Quantity;
  /** Location code. */
  readonly warehouse: string | null;
  readonly updatedAt: Date | null;
  readonly mode: 'set' | 'delta';
  readonly requestId: string | null;
}

/** A parsed line, or its fault; in both cases with the identifiers of the product as far as readable. */
export interface ReadSyncLine {
  readonly sku: string | null;
  readonly productId: number | null;
  readonly line: SyncLine | undefined;
  readonly fault: FieldProblem | undefined;
}

/** Maximum lines per list. */
export const MOST_SYNC_LINES = 500;

const zoned = /(?:[zZ]|[+-]\d{2}:?\d{2})$/;
/** A timestamp; UTC is assumed without an offset. */
const moment = hooked(instant, {
  before: (raw) => (typeof raw === 'string' && !zoned.test(raw) ? `${raw}Z` : raw),
});

const lineRecord = recordOf<SyncLine>('StockLine', {
  sku: optional(text(255)),
  product_id: optional(id),
  quantity,
  warehouse: optional(text(64)),
  updated_at: optional(moment),
  mode: defaulted(choice(['set', 'delta']), 'set'),
  request_id: optional(textLike(/^[^\p{Cc}]+$/u, 'It must be a text without control characters.', 128)),
});

const MINUTE = 60_000;
const EARLIEST = Date.UTC(2000, 0, 1);

/**
 * Parses a stock list; a faulty line does not affect the others.
 * @throws DomainError `shop_rest_invalid_stock_payload`, `payload_too_large`
 */
export function readSyncLines(payload: unknown, now: Date): readonly ReadSyncLine[] {
  if (!Array.isArray(payload) && !isObject(payload)) throw invalidStockPayload();
  const raws: readonly unknown[] = Array.isArray(payload) ? payload : [payload];
  if (raws.length > MOST_SYNC_LINES) throw stockPayloadTooLong(MOST_SYNC_LINES);
  return raws.map((raw) => readLine(raw, now));
}

function readLine(raw: unknown, now: Date): ReadSyncLine {
  const { sku, product_id: productId } = isObject(raw) ? raw : {};
  const meant = {
    sku: typeof sku === 'string' ? sku.slice(0, 255) : null,
    productId: typeof productId === 'number' && Number.isSafeInteger(productId) ? productId : null,
  };
  const read = readRecord(lineRecord, raw);
  if ('problems' in read) return { ...meant, line: undefined, fault: read.problems[0] };
  const fault = faultOf(read.value, now);
  return { ...meant, ...(fault ? { line: undefined, fault } : { line: read.value, fault: undefined }) };
}

function faultOf({ sku, productId, mode, requestId, updatedAt }: SyncLine, now: Date): FieldProblem | undefined {
  const fault = (name: string, code: string, message: string) => ({ path: [name], code, message });
  if (sku === null && productId === null) return fault('sku', 'required', 'Name a product by sku or product_id.');
  if (mode === 'delta' && requestId === null)
    return fault('request_id', 'required', 'A delta needs a request_id, so that it counts once.');
  const time = updatedAt?.getTime() ?? EARLIEST;
  return time < EARLIEST || time > now.getTime() + 5 * MINUTE
    ? fault('updated_at', 'out_of_range', 'Between the year 2000 and five minutes from now.')
    : undefined;
}

/** A fault as one sentence that begins with the faulty member. */
export const sentenceOf = ({ path, message }: FieldProblem): string =>
  path.length === 0 ? message : `${path.join('.')}: ${message}`;

export const refusalOf = (code: string, message: string): DomainError => new DomainError('invalid', code, message);
