import type { Published } from './client.ts';
import type { World } from './world.ts';

/** An entry as it is published. */
export type Entry = Published & {
  readonly action: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly target_type: string | null;
  readonly target_id: string | null;
  readonly changes: Readonly<Record<string, unknown>> | null;
};

/** The id of the newest entry. */
export const newest = async ({ ada }: World): Promise<number> =>
  ((await ada.list('/audit?per_page=1')).body[0] as Entry | undefined)?.id ?? 0;

/** What was entered while something was done, in order. */
export async function entriesOf(world: World, work: () => Promise<unknown>): Promise<readonly Entry[]> {
  const last = await newest(world);
  await work();
  const { body } = await world.ada.list(`/audit?per_page=500&after_id=${last}`);
  return (body as readonly Entry[]).toReversed();
}

/** What of an entry the tests compare. */
export const brief = ({ action, outcome, reason, target_type, target_id }: Entry) =>
  [action, outcome, reason, target_type, target_id].filter((part) => part !== null).join(' ');
