import { finishRecomputing, type RecomputePorts } from '../../analytics/index.ts';
import type { CommercePorts, ShopSettings } from '../../commerce/index.ts';
import type { ProgressListener } from '../../kernel/progress.ts';
import type { SentRecord } from '../../kernel/records/collection.ts';
import { useCase } from '../../kernel/use-case.ts';
import { demandKnown, type SavedSettings, type SettingsPorts, saveSettings } from '../save-settings.ts';
import { noteChanges } from './update-settings.ts';

/** Reads the stored settings, completed by their defaults. */
export const readShopSettings = useCase(
  { access: 'manage_store', effect: 'read' },
  ({ shopSettings }: CommercePorts) =>
    async (_, __: object): Promise<ShopSettings> =>
      shopSettings.read(),
);

/** New values by record name; absent members keep theirs. */
export interface ChangeShopSettingsInput {
  readonly record: SentRecord;
  readonly onProgress?: ProgressListener;
}

/**
 * Changes the shop settings and recomputes the facts and roll-ups that depend on them before it returns.
 * @throws DomainError `validation_failed`
 */
export const changeShopSettings = useCase(
  { access: 'manage_settings', effect: 'write', transaction: 'own', audit: 'shop_settings.update', runsLong: true },
  (ports: SettingsPorts & RecomputePorts) =>
    async (_, { record, onProgress }: ChangeShopSettingsInput, { note }): Promise<ShopSettings> => {
      note({ target: { type: 'settings', id: 'shop' } });
      demandKnown(record);
      const saved = await ports.unitOfWork.run(() => saveSettings(ports, record));
      noteChanges(note, saved);
      await recomputeFor(ports, saved, onProgress);
      return saved.settings;
    },
);

/** Recomputes facts and roll-ups for changed settings, in units of work of its own. */
export async function recomputeFor(
  ports: RecomputePorts,
  { needsFacts, needsRollUps }: Pick<SavedSettings, 'needsFacts' | 'needsRollUps'>,
  onProgress?: ProgressListener,
): Promise<void> {
  if (!needsFacts && !needsRollUps) return;
  await finishRecomputing(ports, { onProgress });
  await ports.facts.refresh();
}
