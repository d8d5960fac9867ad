import { type AnalyticsPorts, type BatchPorts, countingRulesOf, followMode } from '../analytics/index.ts';
import type { CommercePorts, ShopSettings } from '../commerce/index.ts';
import { DomainError } from '../kernel/errors.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { SentRecord } from '../kernel/records/collection.ts';
import { demandRecord } from '../kernel/records/read-record.ts';
import { settingsRecord } from './shop-settings-record.ts';

/** Ports of saving settings. */
export type SettingsPorts = CommercePorts & Pick<KernelPorts, 'clock'> & Pick<AnalyticsPorts, 'facts'> & BatchPorts;

/** What was saved, and what has to be made anew for it, after the surrounding unit of work. */
export interface SavedSettings {
  readonly before: ShopSettings;
  readonly settings: ShopSettings;
  /** Facts say something else under these settings: times on another clock, other decimals. */
  readonly asksForFacts: boolean;
  /** Facts are counted by other rules. */
  readonly asksForSums: boolean;
}

/**
 * Saves settings of which some members are told, inside the surrounding unit of work.
 * @throws DomainError `validation_failed`
 */
export async function saveSettings(ports: SettingsPorts, record: SentRecord): Promise<SavedSettings> {
  const before = await ports.shopSettings.hold();
  const codec = settingsRecord(before);
  const settings = demandRecord(codec, { ...(codec.write(before) as SentRecord), ...record });
  await ports.shopSettings.save(settings, ports.clock.now());
  // What is to be made anew is kept with the settings: whoever is killed before it is done leaves it to others.
  const asksForSums = await ports.facts.useRules(countingRulesOf(settings));
  const asksForFacts = factMembers.some((member) => before[member] !== settings[member]);
  if (asksForFacts) await ports.facts.beginRecount();
  if (before.scheduledImport !== settings.scheduledImport) await followMode(ports, settings.scheduledImport);
  return { before, settings, asksForFacts, asksForSums };
}

const factMembers = ['timeZone', 'priceDecimals', 'roundTaxAtSubtotal'] as const;

/**
 * Refuses members that no setting has.
 * @throws DomainError `validation_failed`
 */
export function demandKnown(record: SentRecord, settings: ShopSettings): void {
  const known = new Set(Object.keys(settingsRecord(settings).write(settings) as object));
  const fields = Object.keys(record)
    .filter((name) => !known.has(name))
    .map((name) => ({ path: [name], isForeign: true, code: 'unknown_field', message: 'There is no such setting.' }));
  if (fields.length > 0)
    throw new DomainError('invalid', 'validation_failed', 'The settings are not valid.', { fields });
}
