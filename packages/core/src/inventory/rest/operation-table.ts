import type { InputOf } from '../../interface/input.ts';
import type { RowSpec } from '../../interface/inventory/rows.ts';
import { plainColumn, type TableColumn, textColumn } from '../../interface/inventory/table-answer.ts';
import { text } from '../../interface/schema.ts';
import type { Actor } from '../../kernel/actor.ts';
import { invalidField } from '../../kernel/errors.ts';
import { moneyToJson, quantityToJson } from '../../kernel/numbers/decimal.ts';
import type { KeyedRequest } from '../bulk/record-each.ts';
import type { Operation } from '../operation.ts';
import { managedOperationFields, operationFields, operationRequest } from './params.ts';
import { keyShownTo } from './presenters.ts';

const { reference, ...plainFields } = operationFields;
const code = text({ maxLength: 64, pattern: '^[A-Za-z0-9._/\\-]+$' });

export const operationColumnParams = {
  ...plainFields,
  location: { ...code, description: 'The code of a location; the default one of the item unless given.' },
  to_location: { ...code, description: 'For transfers.' },
  reference_type: { ...reference.properties.type, required: false },
  reference_id: { ...reference.properties.id, required: false },
  reference_line: reference.properties.line,
  idempotency_key: text({
    maxLength: 255,
    pattern: '^[\\x21-\\x7e]+$',
    description: 'A row with a key that was used before is not recorded again.',
  }),
} as const;

export const operationRows: RowSpec<KeyedRequest> = {
  params: operationColumnParams,
  ignores: managedOperationFields.filter((name) => name !== 'idempotency_key'),
  line(cells) {
    const { referenceType, referenceId, referenceLine, idempotencyKey, ...given } = cells as InputOf<
      typeof operationColumnParams
    >;
    if ((referenceType === undefined) !== (referenceId === undefined))
      throw invalidField(
        referenceType === undefined ? 'referenceType' : 'referenceId',
        'required',
        'A reference has both a type and an id.',
      );
    const named =
      referenceType !== undefined && referenceId !== undefined
        ? { reference: { type: referenceType, id: referenceId, line: referenceLine ?? null } }
        : {};
    return { request: operationRequest({ ...given, ...named }), key: idempotencyKey };
  },
};

const orNull = <T, R>(value: T | null, show: (value: T) => R): R | null => (value === null ? null : show(value));
const texts = (name: string, read: (operation: Operation) => string | null) => textColumn(name, read);
const plain = (name: string, read: (operation: Operation) => string | number | null) => plainColumn(name, read);

/** Columns of the operation table; idempotency keys are visible only to their author and administrators. */
export const operationColumns = (actor: Actor): readonly TableColumn<Operation>[] => [
  plain('id', ({ id }) => id),
  plain('recorded_at', ({ recordedAt }) => recordedAt.toISOString()),
  plain('occurred_at', ({ occurredAt }) => occurredAt.toISOString()),
  plain('type', ({ type }) => type),
  plain('item_id', ({ itemId }) => itemId),
  texts('sku', ({ sku }) => sku),
  texts('item_name', ({ itemName }) => itemName),
  plain('quantity', ({ quantity }) => quantityToJson(quantity)),
  plain('delta', ({ delta }) => quantityToJson(delta)),
  texts('location', ({ location }) => location),
  texts('to_location', ({ toLocation }) => toLocation),
  plain('balance_before', ({ balanceBefore }) => quantityToJson(balanceBefore)),
  plain('balance_after', ({ balanceAfter }) => quantityToJson(balanceAfter)),
  plain('to_balance_after', ({ toBalanceAfter }) => orNull(toBalanceAfter, quantityToJson)),
  plain('item_balance_after', ({ itemBalanceAfter }) => quantityToJson(itemBalanceAfter)),
  plain('user_id', ({ userId }) => userId),
  texts('username', ({ username }) => username),
  plain('unit_cost', ({ unitCost }) => orNull(unitCost, moneyToJson)),
  texts('reason', ({ reason }) => reason),
  texts('note', ({ note }) => note),
  texts('reference_type', (operation) => operation.reference?.type ?? null),
  texts('reference_id', (operation) => operation.reference?.id ?? null),
  texts('reference_line', (operation) => operation.reference?.line ?? null),
  plain('reverses_id', ({ reversesId }) => reversesId),
  plain('reversed_by_id', ({ reversedById }) => reversedById),
  plain('group_id', ({ groupId }) => groupId),
  plain('source', ({ source }) => source),
  texts('idempotency_key', (operation) => keyShownTo(actor, operation)),
];
