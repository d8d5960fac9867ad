import { finishAnew, type RecomputePorts, refreshAll } from '../../analytics/index.ts';
import type { CommercePorts, ShopSettings } from '../../commerce/index.ts';
import { changesTold } from '../../kernel/audit.ts';
import type { Progress } from '../../kernel/progress.ts';
import type { SentRecord } from '../../kernel/records/collection.ts';
import { useCase } from '../../kernel/use-case.ts';
import { demandKnown, type SavedSettings, type SettingsPorts, saveSettings } from '../save-settings.ts';

/** Reads what the shop has decided. */
export const readShopSettings = useCase(
  { access: 'manage_store', effect: 'read' },
  ({ shopSettings }: CommercePorts) =>
    async (_, __: object): Promise<ShopSettings> =>
      shopSettings.read(),
);

/** Settings that get new values, by their names in files; the others stay as they are. */
export interface ChangeShopSettingsInput {
  readonly record: SentRecord;
  readonly tell?: (progress: Progress) => void;
}

/**
 * Changes what the shop has decided; whatever is counted differently by then is made anew before this ends.
 * @throws DomainError `validation_failed`
 */
export const changeShopSettings = useCase(
  { access: 'manage_store', effect: 'write', transaction: 'own', audit: 'shop_settings.update', runsLong: true },
  (ports: SettingsPorts & RecomputePorts) =>
    async (_, { record, tell }: ChangeShopSettingsInput, { note }): Promise<ShopSettings> => {
      note({ target: { type: 'settings', id: 'shop' } });
      demandKnown(record, await ports.shopSettings.read());
      const saved = await ports.unitOfWork.run(() => saveSettings(ports, record));
      const changes = changesTold(readable(saved.before), readable(saved.settings));
      note({ changes, isIdle: Object.keys(changes).length === 0 });
      await makeAnew(ports, saved, tell);
      return saved.settings;
    },
);

const readable = (settings: ShopSettings) => ({ ...settings, excludedStatuses: settings.excludedStatuses.join(' ') });

/** Makes anew what other settings ask for, in units of work of its own. */
export async function makeAnew(
  ports: RecomputePorts,
  { asksForFacts, asksForSums }: Pick<SavedSettings, 'asksForFacts' | 'asksForSums'>,
  tell?: (progress: Progress) => void,
): Promise<void> {
  if (!asksForFacts && !asksForSums) return;
  await finishAnew(ports, { tell });
  await refreshAll(ports.facts);
}
