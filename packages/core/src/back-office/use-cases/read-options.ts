import { useCase } from '../../kernel/use-case.ts';
import { optionNamesMissing, optionsNotReadable, tooManyOptions } from '../errors.ts';
import { allowedOptions } from '../option-table.ts';
import type { BackOfficePorts, OptionValues } from '../ports.ts';
import { isSetting, optionsIn } from '../setting-options.ts';

/** So many options can be named at once. */
export const MOST_OPTIONS = 100;

/** The options that somebody wants to read, separated by commas. */
export interface ReadOptionsInput {
  readonly options?: unknown;
}

/**
 * Reads options by name; what was never stored is false. One name that is not on the list refuses them all.
 * @throws DomainError `shop_rest_cannot_view`, `validation_failed`
 */
export const readOptions = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: BackOfficePorts) =>
    async (_, input: ReadOptionsInput): Promise<Readonly<Record<string, unknown>>> => {
      const names = namesIn(input.options);
      if (names.some((name) => !allowedOptions.has(name))) throw optionsNotReadable();
      const stored = await storedOf(ports, names);
      return Object.fromEntries(names.map((name) => [name, stored.has(name) ? stored.get(name) : false]));
    },
);

/** Statements are sent only for what is asked. */
async function storedOf({ options, shopSettings }: BackOfficePorts, names: readonly string[]): Promise<OptionValues> {
  const settings = names.filter(isSetting);
  const stored = await options.read(names.filter((name) => !isSetting(name)));
  return settings.length === 0 ? stored : new Map([...stored, ...optionsIn(await shopSettings.read(), settings)]);
}

function namesIn(given: unknown): readonly string[] {
  if (typeof given !== 'string') throw optionNamesMissing();
  const names = new Set(
    given
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
  if (names.size === 0) throw optionNamesMissing();
  if (names.size > MOST_OPTIONS) throw tooManyOptions(MOST_OPTIONS);
  return [...names];
}
