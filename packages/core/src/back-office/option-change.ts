import type { Actor } from '../kernel/actor.ts';
import type { AuditChanges, AuditNote } from '../kernel/audit.ts';
import type { Events } from '../kernel/events/events.ts';
import type { Clock } from '../kernel/ports.ts';
import { type SavedSettings, type SettingsPorts, saveSettings } from '../settings/index.ts';
import type { OptionChange, OptionStore, OptionValues } from './ports.ts';
import { optionsIn, partedOptions, recordOfOptions } from './setting-options.ts';

/** The ports of `changeOptions`. */
export interface OptionWriting extends SettingsPorts {
  readonly options: OptionStore;
  readonly clock: Clock;
  readonly events: Events;
}

export interface ChangedOptions {
  /** Options whose value changed. */
  readonly names: ReadonlySet<string>;
}

/**
 * Stores options inside the surrounding unit of work; options that mirror shop settings are stored there. Records the changes
 * in the audit log and publishes an event for each.
 * @throws DomainError `validation_failed`
 */
export async function changeOptions(
  ports: OptionWriting,
  { actor, note }: { readonly actor: Actor; readonly note: AuditNote },
  values: OptionValues,
): Promise<ChangedOptions> {
  const { options, clock, events } = ports;
  const at = clock.now();
  const { settings, own } = partedOptions(values);
  const saved = settings.size > 0 ? await saveSettings(ports, recordOfOptions(settings)) : undefined;
  const changes = [...changesOf(saved, settings), ...(await options.write(own, at))].sort(byName);
  note(changes.length === 0 ? { isIdle: true } : { ...targetOf(changes), changes: auditChangesOf(changes, values) });
  for (const { name } of changes) events.publish({ type: 'option.changed', ...momentOf(actor, at), name });
  return { names: new Set(changes.map(({ name }) => name)) };
}

const byName = (a: OptionChange, b: OptionChange): number => (a.name < b.name ? -1 : 1);

/** The changed options among those that mirror settings. */
function changesOf(saved: SavedSettings | undefined, values: OptionValues): readonly OptionChange[] {
  if (!saved) return [];
  const before = optionsIn(saved.before, values.keys());
  const after = optionsIn(saved.settings, values.keys());
  return [...values.keys()]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => ({ name, before: before.get(name) }));
}

/** The actor, time and origin of an event. */
export const momentOf = (actor: Actor, at: Date) => ({
  at,
  userId: actor.userId ?? null,
  ip: actor.origin.ip ?? null,
});

const targetOf = ([first, ...others]: readonly OptionChange[]) =>
  first && others.length === 0 ? { target: { type: 'option', id: first.name } } : {};

/** Records lists, objects and long texts without values, because they may hold personal data; keys and links are secret. */
function auditChangesOf(changes: readonly OptionChange[], values: OptionValues): AuditChanges {
  return Object.fromEntries(
    changes.map(({ name, before }) => {
      const from = before ?? null;
      const to = values.get(name);
      return [name, /key|link/.test(name) || !isShort(from) || !isShort(to) ? (true as const) : { from, to }];
    }),
  );
}

const isShort = (value: unknown): boolean =>
  typeof value === 'string' ? value.length <= 100 : typeof value !== 'object' || value === null;
