import type { FactsUnderWay } from '../../analytics/index.ts';
import type { ShopSettings, VersionedSettings } from '../../commerce/index.ts';
import { type AuditNote, auditChangesOf } from '../../kernel/audit.ts';
import { canonical, demandVersion, type ExpectedVersions } from '../../kernel/change.ts';
import type { SentRecord } from '../../kernel/records/collection.ts';
import { useCase } from '../../kernel/use-case.ts';
import {
  demandKnown,
  previewSettings,
  type SavedSettings,
  type SettingsPorts,
  saveSettings,
} from '../save-settings.ts';
import { type ShopSetting, settingList } from '../setting-list.ts';
import { writeSettings } from '../shop-settings-record.ts';

/** Kinds of derived data. */
export interface Recomputation {
  readonly facts: boolean;
  readonly sums: boolean;
}

/** A setting with another value. */
export interface SettingChange {
  readonly name: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** The settings, and the effects of a change of them. */
export interface SettingsReport {
  /** Of what is stored. */
  readonly version: number;
  /** Whether the change was only tried: nothing is stored. */
  readonly dryRun: boolean;
  readonly changes: readonly SettingChange[];
  /** What the change recomputes, beside requests. */
  readonly recompute: Recomputation;
  /** What is being recomputed now. */
  readonly underWay: Recomputation;
  readonly settings: readonly ShopSetting[];
}

const nothing: Recomputation = { facts: false, sums: false };

const underWayIn = ({ recount, rebuildFrom }: FactsUnderWay): Recomputation => ({
  facts: recount !== undefined,
  sums: rebuildFrom !== undefined,
});

/** Lists the settings of the shop with their meanings, limits and defaults, and what is being recomputed. */
export const listSettings = useCase(
  { access: 'manage_settings', effect: 'read' },
  ({ shopSettings, facts }: SettingsPorts) =>
    async (_, __: object): Promise<SettingsReport> => {
      const stored = await shopSettings.readVersioned();
      const underWay = underWayIn(await facts.underWay());
      const { version } = stored;
      return { version, dryRun: false, changes: [], recompute: nothing, underWay, settings: settingList(stored) };
    },
);

/** New values by record name; absent members keep theirs. */
export interface UpdateSettingsInput {
  readonly record: SentRecord;
  /** Validates the change and reports its effects; nothing is stored. */
  readonly dryRun?: boolean;
  readonly expectedVersions?: ExpectedVersions;
}

/**
 * Changes the settings of the shop; facts and sums that depend on them are recomputed beside requests, as after a change of
 * the options that mirror them.
 * @throws DomainError `precondition_failed`, `validation_failed`
 */
export const updateSettings = useCase(
  {
    access: 'manage_settings',
    effect: 'write',
    audit: 'shop_settings.update',
    refusals: { invalid: ['validation_failed'] },
  },
  (ports: SettingsPorts) =>
    async (_, { record, dryRun = false, expectedVersions }: UpdateSettingsInput, { note }): Promise<SettingsReport> => {
      note({ target: { type: 'settings', id: 'shop' } });
      demandKnown(record);
      await ports.shopSettings.hold();
      const stored = await ports.shopSettings.readVersioned();
      demandVersion(stored, expectedVersions);
      const saved = dryRun ? previewSettings(stored.settings, record) : await saveSettings(ports, record);
      if (dryRun) note({ isIdle: true });
      else noteChanges(note, saved);
      const { version } = dryRun ? stored : await ports.shopSettings.readVersioned();
      const underWay = underWayIn(await ports.facts.underWay());
      return { version, dryRun, underWay, ...effectsOf(saved, stored) };
    },
);

/** Adds the changed settings to the audit record, with their old and new values. */
export function noteChanges(note: AuditNote, { before, settings }: SavedSettings): void {
  const changes = auditChangesOf(readable(before), readable(settings));
  note({ changes, isIdle: Object.keys(changes).length === 0 });
}

const readable = (settings: ShopSettings) => ({ ...settings, excludedStatuses: settings.excludedStatuses.join(' ') });

const effectsOf = ({ before, settings, needsFacts, needsRollUps }: SavedSettings, { defaults }: VersionedSettings) => {
  const old = writeSettings(before);
  const now = writeSettings(settings);
  const names = Object.keys(now).filter((name) => canonical(old[name]) !== canonical(now[name]));
  return {
    changes: names.map((name) => ({ name, from: old[name], to: now[name] })),
    recompute: { facts: needsFacts, sums: needsRollUps },
    settings: settingList({ settings, defaults }),
  };
};
