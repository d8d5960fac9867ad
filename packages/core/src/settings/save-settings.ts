import { type AnalyticsPorts, type BatchPorts, countingRulesOf, followMode } from '../analytics/index.ts';
import { type CommercePorts, defaultShopSettings, type ShopSettings } from '../commerce/index.ts';
import { canonical } from '../kernel/change.ts';
import { DomainError } from '../kernel/errors.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { SentRecord } from '../kernel/records/collection.ts';
import { demandRecord } from '../kernel/records/read-record.ts';
import type { Schema } from '../kernel/schema.ts';
import { settingsRecord, writeSettings } from './shop-settings-record.ts';

/** Ports of saving settings. */
export type SettingsPorts = CommercePorts & Pick<KernelPorts, 'clock'> & Pick<AnalyticsPorts, 'facts'> & BatchPorts;

/** The saved settings, and the recomputations they require after the surrounding unit of work. */
export interface SavedSettings {
  readonly before: ShopSettings;
  readonly settings: ShopSettings;
  /** Whether facts must be recomputed: another time zone, other decimals. */
  readonly needsFacts: boolean;
  /** Whether roll-ups must be recomputed: other counting rules. */
  readonly needsRollUps: boolean;
}

/**
 * Updates some members of the settings inside the surrounding unit of work.
 * @throws DomainError `validation_failed`
 */
export async function saveSettings(ports: SettingsPorts, record: SentRecord): Promise<SavedSettings> {
  const before = await ports.shopSettings.hold();
  const settings = changedBy(before, record);
  await ports.shopSettings.save(settings, ports.clock.now());
  // Pending recomputations are stored with the settings, so that another process completes them after a crash.
  const needsRollUps = await ports.facts.useRules(countingRulesOf(settings));
  const needsFacts = differ(factMembers, before, settings);
  if (needsFacts) await ports.facts.beginRecount();
  if (before.scheduledImport !== settings.scheduledImport) await followMode(ports, settings.scheduledImport);
  return { before, settings, needsFacts, needsRollUps };
}

/** The settings that saving a record would store, and the recomputations that it would require; nothing is stored. */
export function previewSettings(before: ShopSettings, record: SentRecord): SavedSettings {
  const settings = changedBy(before, record);
  const needsFacts = differ(factMembers, before, settings);
  return { before, settings, needsFacts, needsRollUps: differ(ruleMembers, before, settings) };
}

const changedBy = (before: ShopSettings, record: SentRecord): ShopSettings =>
  demandRecord(settingsRecord, { ...writeSettings(before), ...givenIn(record) });

type SettingName = keyof ShopSettings;

const differ = (members: readonly SettingName[], one: ShopSettings, other: ShopSettings): boolean =>
  members.some((member) => canonical(one[member]) !== canonical(other[member]));

/** Empty values keep a setting, unless null is one of its values; an empty text is an empty list. */
const givenIn = (record: SentRecord): SentRecord =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      const schema = settingOf(name);
      if (schema?.type === 'array' && value === '') return [[name, []]];
      const isEmpty = value === undefined || value === null || value === '';
      return isEmpty && schema?.standIn !== null ? [] : [[name, value]];
    }),
  );

const settingOf = (name: string): Schema | undefined => {
  const { properties = {} } = settingsRecord;
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
};

/** Settings that facts depend on, and those that only sums depend on. */
const factMembers: readonly SettingName[] = ['timeZone', 'priceDecimals', 'roundTaxAtSubtotal'];
const ruleMembers = Object.keys(countingRulesOf(defaultShopSettings)) as readonly SettingName[];

/** What a change of a setting recomputes. */
export const recomputedBy = (name: SettingName): 'facts' | 'sums' | null =>
  factMembers.includes(name) ? 'facts' : ruleMembers.includes(name) ? 'sums' : null;

/**
 * Refuses unknown members.
 * @throws DomainError `validation_failed`
 */
export function demandKnown(record: SentRecord): void {
  const fields = Object.keys(record)
    .filter((name) => !settingOf(name))
    .map((name) => ({ path: [name], isForeign: true, code: 'unknown_field', message: 'There is no such setting.' }));
  if (fields.length > 0)
    throw new DomainError('invalid', 'validation_failed', 'The settings are not valid.', { fields });
}
