import { Refused } from './refusal.ts';

/** The member that a conflict is about. */
const conflictFields: Readonly<Record<string, string>> = {
  barcode_taken: 'barcode',
  category_name_taken: 'name',
  decimals_in_use: 'quantity_decimals',
  location_code_taken: 'code',
  shop_rest_coupon_exists: 'code',
  shop_rest_customer_exists: 'username',
  shop_rest_product_exists: 'sku',
  shop_rest_variation_exists: 'sku',
  sku_taken: 'sku',
  username_taken: 'username',
};

/** Messages by the first part of the field that they belong to. */
export function faultsOf(error: unknown): Readonly<Record<string, string | undefined>> {
  if (!(error instanceof Refused)) return {};
  const conflict = error.fields.length === 0 ? conflictFields[error.code] : undefined;
  if (conflict !== undefined) return { [conflict]: error.message };
  return Object.fromEntries(error.fields.map(({ field, message }) => [field.split('.')[0] ?? field, message]));
}

/** The fault of a field, or of one of its entries; one of a part names it: `billing[email] is not …`. */
export function faultAt(faults: ReturnType<typeof faultsOf>, path: string): string | undefined {
  const [parent = path, child] = path.split('.');
  const fault = faults[parent] ?? Object.entries(faults).find(([name]) => name.startsWith(`${parent}[`))?.[1];
  const part = child === undefined ? undefined : /^\w+\[(\w+)\]/.exec(fault ?? '')?.[1];
  return part === undefined || part === child ? fault : undefined;
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
