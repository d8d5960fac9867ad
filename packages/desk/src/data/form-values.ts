import { type FieldFault, Refused } from './refusal.ts';

/** The member that a conflict is about. */
const conflictFields: Readonly<Record<string, string>> = {
  barcode_taken: 'barcode',
  category_name_taken: 'name',
  decimals_in_use: 'quantity_decimals',
  location_code_taken: 'code',
  shop_rest_coupon_exists: 'code',
  shop_rest_customer_exists: 'user_id',
  shop_rest_product_exists: 'sku',
  shop_rest_variation_exists: 'sku',
  sku_taken: 'sku',
  username_taken: 'username',
};

/** Messages by the first part of the field that they belong to. */
export const faultsOf = (error: unknown): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(faultsIn(error).map(({ field, message }) => [field.split('.')[0] ?? field, message]));

/** The faults of a refusal, and what a conflict is about. */
export function faultsIn(error: unknown): readonly Pick<FieldFault, 'field' | 'message'>[] {
  if (!(error instanceof Refused)) return [];
  const conflict = error.fields.length === 0 ? conflictFields[error.code] : undefined;
  return conflict === undefined ? error.fields : [{ field: conflict, message: error.message }];
}

/** Reads the fields of a form by their names. */
export function fieldsOf(form: HTMLFormElement) {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '').trim();
  return {
    text,
    /** Null where the field is empty. */
    textOrNull: (name: string) => (text(name) === '' ? null : text(name)),
    /** Null where the field is empty; a text that is no number stays one, so that the server refuses it by name. */
    numberOrNull: (name: string) => {
      const given = text(name).replace(',', '.');
      if (given === '') return null;
      return Number.isNaN(Number(given)) ? given : Number(given);
    },
    isChecked: (name: string) => data.get(name) !== null,
  };
}
