import { plainTypeOf, type Schema } from '@backroom/core/interface';

/** Where a password is wanted; it may be found in no answer and in no log. */
export const plantedPassword = 'planted-quiet-lantern-of-the-flood';

/** Ids of existing records, as far as they have not been deleted yet. */
export const knownIds: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8];

const groupId = '00000000-0000-4000-8000-000000000000';

/** Values that a parameter of the inventory takes and that often exist there. */
export function goodInventoryValues(name: string, descriptor: Schema): readonly unknown[] {
  const { enum: words, format, minimum = 1, maximum = 8 } = descriptor;
  if (words) return words;
  switch (plainTypeOf(descriptor)) {
    case 'string':
      return byName(name) ?? (format ? byFormat[format] : undefined) ?? ['word', 'FLOOD-1'];
    case 'integer':
      return knownIds.map((id) => Math.min(Math.max(id, minimum), maximum));
    case 'number':
      return [1, 2, '3'];
    case 'boolean':
      return [true, false];
    case 'array':
      return [goodInventoryValues(name, descriptor.items ?? { type: 'string' }).slice(0, 2)];
    case 'object':
      return [goodMembers(descriptor.properties)];
  }
}

const goodMembers = (properties: Schema['properties'] = {}): object =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name, { required }]) => required === true || ['sku', 'quantity', 'type'].includes(name))
      .map(([name, descriptor]) => [name, goodInventoryValues(name, descriptor)[0]]),
  );

function byName(name: string): readonly string[] | undefined {
  if (name === 'sku') return knownIds.map((id) => `FLOOD-${id}`);
  if (name === 'location' || name.endsWith('_location')) return ['MAIN', 'FLOOD-2'];
  return undefined;
}

const byFormat: Readonly<Partial<Record<NonNullable<Schema['format']>, readonly string[]>>> = {
  instant: ['2026-01-01T00:00:00Z', '2030-01-01T00:00:00+02:00'],
  money: ['12.5', '0'],
  email: ['flood@example.org'],
  password: [plantedPassword],
  uuid: [groupId],
  uri: ['https://example.org/'],
};
