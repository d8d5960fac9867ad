import { isObject } from '../../kernel/reading/storable.ts';
import type { Schema } from '../../kernel/schema.ts';
import { useCase } from '../../kernel/use-case.ts';
import { optionsMissing, optionsNotWritable, tooManyOptions, valuesInvalid } from '../errors.ts';
import { listedOption } from '../listed-options.ts';
import { changeOptions } from '../option-change.ts';
import { faultIn } from '../option-fault.ts';
import type { BackOfficePorts } from '../ports.ts';
import { MOST_OPTIONS } from './read-options.ts';

/** New values of options, by name. */
export interface WriteOptionsInput {
  readonly values?: unknown;
}

/**
 * Stores options and returns for each whether it changed. All or nothing: one unlisted name or invalid value refuses the
 * request.
 * @throws DomainError `shop_rest_cannot_update`, `validation_failed`
 */
export const writeOptions = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    audit: 'option.update',
    runsLong: true,
    refusals: { malformed: ['shop_rest_cannot_update'] },
  },
  (ports: BackOfficePorts) =>
    async (actor, input: WriteOptionsInput, { note }): Promise<Readonly<Record<string, boolean>>> => {
      const { values } = input;
      if (!isObject(values)) throw optionsMissing();
      const entries = Object.entries(values);
      if (entries.length > MOST_OPTIONS) throw tooManyOptions(MOST_OPTIONS);
      const faults = entries.flatMap(([name, value]) => faultIn(schemaOf(ports, name), value, name) ?? []);
      if (faults.length > 0) throw valuesInvalid(faults);
      const { names } = await changeOptions(ports, { actor, note }, new Map(entries));
      return Object.fromEntries(entries.map(([name]) => [name, names.has(name)]));
    },
);

function schemaOf({ extensionRuntime }: BackOfficePorts, name: string): Schema {
  const schema = listedOption(extensionRuntime, name);
  if (!schema) throw optionsNotWritable();
  return schema;
}
