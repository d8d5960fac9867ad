import {
  attributeRecord,
  categoryRecord,
  couponRecord,
  customerRecord,
  downloadRecord,
  orderRecord,
  productRecord,
  refundRecord,
  taxRateRecord,
  variationRecord,
} from '../commerce/index.ts';
import type { SentRecord } from '../kernel/records/collection.ts';
import type { SchemaOf } from '../kernel/records/values.ts';
import { writeRecord } from '../kernel/records/write-record.ts';
import { settingsRecord } from '../settings/index.ts';

const schemas = {
  settings: settingsRecord,
  category: categoryRecord,
  attribute: attributeRecord,
  tax_rate: taxRateRecord,
  product: productRecord,
  variation: variationRecord,
  coupon: couponRecord,
  customer: customerRecord,
  order: orderRecord,
  refund: refundRecord,
  download: downloadRecord,
};

/** The kinds of records, in order of their references. */
export type RecordKind = keyof typeof schemas;
/** The record type of a kind. */
export type RecordOf<K extends RecordKind> = (typeof schemas)[K] extends SchemaOf<infer T> ? T : never;

/** Every kind, in the order of exported files. */
export const recordKinds = Object.keys(schemas) as readonly RecordKind[];

/** The schema of a kind, for files and bodies. */
export const schemaOf = <K extends RecordKind>(kind: K): SchemaOf<RecordOf<K>> =>
  schemas[kind] as unknown as SchemaOf<RecordOf<K>>;

/** Kinds that are stored in the same batch, because one affects the stored result of the other. */
export const groupOf = (kind: RecordKind): RecordKind =>
  kind === 'refund' ? 'order' : kind === 'variation' ? 'product' : kind;

/** Members that are not exported: they are meaningless in another installation. */
const own: Readonly<Partial<Record<RecordKind, string>>> = { customer: 'account_id' };

/**
 * A record as a line of a file. The member `kind` of a refund is exported as `refund_kind`.
 */
export function lineOf<K extends RecordKind>(kind: K, entity: RecordOf<K>): string {
  const record: Record<string, unknown> = { ...writeRecord(schemaOf(kind), entity) };
  if (kind === 'refund') {
    const { kind: refundKind, ...rest } = record;
    return JSON.stringify({ kind, ...rest, refund_kind: refundKind });
  }
  const left = own[kind];
  if (left !== undefined) delete record[left];
  return JSON.stringify({ kind, ...record });
}

/** The kind and record of a line; undefined for an unknown kind. */
export function recordIn(line: SentRecord): { readonly kind: RecordKind; readonly record: SentRecord } | undefined {
  const { kind, ...record } = line;
  // The refund's own member `kind` may have overwritten the kind of the line.
  if (kind === 'full' || kind === 'partial') return { kind: 'refund', record: { ...record, kind } };
  const known = recordKinds.find((each) => each === kind);
  if (known !== 'refund') return known && { kind: known, record };
  const { refund_kind: refundKind, ...rest } = record;
  return { kind: known, record: { ...rest, kind: refundKind } };
}
