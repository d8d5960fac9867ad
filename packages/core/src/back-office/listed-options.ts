import type { Schema } from '../kernel/schema.ts';
import { allowedOptions } from './option-table.ts';
import type { OptionContributions } from './ports.ts';

/** The schema of an option that clients may read and change: of the core, or of a running extension; undefined for others. */
export function listedOption(extensions: OptionContributions, name: string): Schema | undefined {
  const own = allowedOptions.get(name);
  if (own) return own;
  for (const { declaration } of extensions.contributions())
    if (Object.hasOwn(declaration.options, name)) return declaration.options[name];
  return undefined;
}
