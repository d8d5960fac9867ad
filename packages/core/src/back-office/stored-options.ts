import type { BackOfficePorts, OptionValues } from './ports.ts';
import { isSetting, optionsIn } from './setting-options.ts';

/** Reads the stored options among these names, and those that mirror settings; queries only the stores that hold them. */
export async function readStoredOptions(
  { options, shopSettings }: Pick<BackOfficePorts, 'options' | 'shopSettings'>,
  names: readonly string[],
): Promise<OptionValues> {
  const settings = names.filter(isSetting);
  const own = names.filter((name) => !isSetting(name));
  const stored = own.length === 0 ? new Map<string, unknown>() : await options.read(own);
  return settings.length === 0 ? stored : new Map([...stored, ...optionsIn(await shopSettings.read(), settings)]);
}
