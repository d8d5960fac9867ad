import { useCase } from '../../kernel/use-case.ts';
import { optionNamesMissing, optionsNotReadable, tooManyOptions } from '../errors.ts';
import { listedOption } from '../listed-options.ts';
import type { BackOfficePorts } from '../ports.ts';
import { readStoredOptions } from '../stored-options.ts';

/** Maximum number of options per request. */
export const MOST_OPTIONS = 100;

/** Option names, separated by commas. */
export interface ReadOptionsInput {
  readonly options?: unknown;
}

/**
 * Reads options by name; options that are not stored are false. One unlisted name refuses the request.
 * @throws DomainError `shop_rest_cannot_view`, `validation_failed`
 */
export const readOptions = useCase(
  { access: 'manage_store', effect: 'read', refusals: { malformed: ['shop_rest_cannot_view'] } },
  (ports: BackOfficePorts) =>
    async (_, input: ReadOptionsInput): Promise<Readonly<Record<string, unknown>>> => {
      const names = namesIn(input.options);
      if (names.some((name) => !listedOption(ports.extensionRuntime, name))) throw optionsNotReadable();
      const stored = await readStoredOptions(ports, names);
      return Object.fromEntries(names.map((name) => [name, stored.has(name) ? stored.get(name) : false]));
    },
);

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
