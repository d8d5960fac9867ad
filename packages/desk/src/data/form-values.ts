import { Refused } from './refusal.ts';

/** Messages by the first part of the field that they belong to. */
export const faultsOf = (error: unknown): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    (error instanceof Refused ? error.fields : []).map(({ field, message }) => [field.split('.')[0] ?? field, message]),
  );

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
