import type { Actor } from '../kernel/actor.ts';
import type { AuditChanges, Note } from '../kernel/audit.ts';
import type { Events } from '../kernel/events.ts';
import type { Clock } from '../kernel/ports.ts';
import type { OptionChange, OptionStore, OptionValues } from './ports.ts';

/** What the change of options needs. */
export interface OptionWriting {
  readonly options: OptionStore;
  readonly clock: Clock;
  readonly events: Events;
}

/**
 * Stores options, tells everybody whom it concerns of those that are others now, and gives the names of these.
 */
export async function changeOptions(
  { options, clock, events }: OptionWriting,
  { actor, note }: { readonly actor: Actor; readonly note: Note },
  values: OptionValues,
): Promise<ReadonlySet<string>> {
  const at = clock.now();
  const changes = await options.write(values, at);
  note(changes.length === 0 ? { isIdle: true } : { ...targetOf(changes), changes: toldOf(changes, values) });
  for (const { name } of changes) events.publish({ type: 'option.changed', ...momentOf(actor, at), name });
  return new Set(changes.map(({ name }) => name));
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
