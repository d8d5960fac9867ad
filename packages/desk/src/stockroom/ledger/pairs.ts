/** An entry of the ledger as far as pairs are concerned. */
export interface Entry {
  readonly id: number;
  readonly reverses_id: number | null;
  readonly reversed_by_id: number | null;
}

/** Piece of the line of a pair in one row: its end at the reversal or at the reversed entry, or between them. */
export interface Joint {
  readonly lane: number;
  readonly part: 'reversal' | 'between' | 'reversed';
  /** The other entry of the pair is on another page. */
  readonly isOpen: boolean;
}

/** Lines beside one another at most; what has no lane of its own ends where it begins. */
const MOST_LANES = 3;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The lines that join entries with their reversals, by the id of each row; rows are the newest first. */
export function jointsOf(rows: readonly Entry[]): ReadonlyMap<number, readonly Joint[]> {
  const placeOf = new Map(rows.map(({ id }, place) => [id, place]));
  const joints = new Map<number, Joint[]>();
  const add = (place: number, joint: Joint) => {
    const id = rows[place]?.id ?? 0;
    joints.set(id, [...(joints.get(id) ?? []), joint]);
  };
  const taken: Span[][] = [];
  for (const [from, { reverses_id: reversed, reversed_by_id: by }] of rows.entries()) {
    const to = placeOf.get(reversed ?? 0);
    const lane = to === undefined ? undefined : laneFor(taken, { from, to });
    if (to !== undefined && lane !== undefined) {
      for (let place = from; place <= to; place += 1)
        add(place, { lane, part: partAt(place, { from, to }), isOpen: false });
    } else if (reversed !== null) add(from, { lane: freeLane(taken, from), part: 'reversal', isOpen: true });
    if (by !== null && !isJoined(joints.get(rows[from]?.id ?? 0)))
      add(from, { lane: freeLane(taken, from), part: 'reversed', isOpen: true });
  }
  return joints;
}

const isJoined = (joints: readonly Joint[] = []): boolean => joints.some(({ part }) => part === 'reversed');

const partAt = (place: number, { from, to }: Span): Joint['part'] =>
  place === from ? 'reversal' : place === to ? 'reversed' : 'between';

const isFree = (lane: readonly Span[], { from, to }: Span): boolean =>
  lane.every((each) => each.to < from || each.from > to);

/** Takes the first lane that is free along a span; undefined where none is. */
function laneFor(taken: Span[][], span: Span): number | undefined {
  const free = taken.findIndex((lane) => isFree(lane, span));
  const lane = free === -1 ? taken.length : free;
  if (lane >= MOST_LANES) return undefined;
  taken[lane] = [...(taken[lane] ?? []), span];
  return lane;
}

/** A lane for a line that stays in its row. */
const freeLane = (taken: Span[][], place: number): number =>
  laneFor(taken, { from: place, to: place }) ?? MOST_LANES - 1;

/** Lanes that joints need. */
export const lanesOf = (joints: ReadonlyMap<number, readonly Joint[]>): number =>
  Math.max(0, ...[...joints.values()].flat().map(({ lane }) => lane + 1));
