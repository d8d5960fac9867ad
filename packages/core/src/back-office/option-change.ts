import type { Actor } from '../kernel/actor.ts';
import type { AuditChanges, Note } from '../kernel/audit.ts';
import type { Events } from '../kernel/events.ts';
import type { Clock } from '../kernel/ports.ts';
import { type SavedSettings, type SettingsPorts, saveSettings } from '../settings/index.ts';
import type { OptionChange, OptionStore, OptionValues } from './ports.ts';
import { optionsIn, partedOptions, recordOfOptions } from './setting-options.ts';

/** What the change of options needs. */
export interface OptionWriting extends SettingsPorts {
  readonly options: OptionStore;
  readonly clock: Clock;
  readonly events: Events;
}

/** What came of a change of options. */
export interface ChangedOptions {
  /** Of those that are others now. */
  readonly names: ReadonlySet<string>;
}

/**
 * Stores options inside the surrounding unit of work, those that are settings of the shop among its settings, and tells
 * everybody whom it concerns of those that are others now.
 * @throws DomainError `validation_failed`
 */
export async function changeOptions(
  ports: OptionWriting,
  { actor, note }: { readonly actor: Actor; readonly note: Note },
  values: OptionValues,
): Promise<ChangedOptions> {
  const { options, clock, events } = ports;
  const at = clock.now();
  const { settings, own } = partedOptions(values);
  const saved = settings.size > 0 ? await saveSettings(ports, recordOfOptions(settings)) : undefined;
  const changes = [...changesOf(saved, settings), ...(await options.write(own, at))].sort(byName);
  note(changes.length === 0 ? { isIdle: true } : { ...targetOf(changes), changes: toldOf(changes, values) });
  for (const { name } of changes) events.publish({ type: 'option.changed', ...momentOf(actor, at), name });
  return { names: new Set(changes.map(({ name }) => name)) };
}

const byName = (a: OptionChange, b: OptionChange): number => (a.name < b.name ? -1 : 1);

/** Which options are others because settings are. */
function changesOf(saved: SavedSettings | undefined, values: OptionValues): readonly OptionChange[] {
  if (!saved) return [];
  const [before, after] = [saved.before, saved.settings].map((settings) => optionsIn(settings, values.keys()));
  return [...values.keys()]
    .filter((name) => before?.get(name) !== after?.get(name))
    .map((name) => ({ name, before: before?.get(name) }));
}

/** Who did something, when, and from where, for an event. */
export const momentOf = (actor: Actor, at: Date) => ({
  at,
  userId: actor.userId ?? null,
  ip: actor.origin.ip ?? null,
});

const targetOf = ([first, ...others]: readonly OptionChange[]) =>
  first && others.length === 0 ? { target: { type: 'option', id: first.name } } : {};

/** Lists and objects may be long and hold what people wrote, so they are only said to be others; keys are never told. */
function toldOf(changes: readonly OptionChange[], values: OptionValues): AuditChanges {
  return Object.fromEntries(
    changes.map(({ name, before }) => {
      const [from, to] = [before ?? null, values.get(name)];
      return [name, /key|link/.test(name) || !isShort(from) || !isShort(to) ? (true as const) : { from, to }];
    }),
  );
}

const isShort = (value: unknown): boolean =>
  typeof value === 'string' ? value.length <= 100 : typeof value !== 'object' || value === null;
