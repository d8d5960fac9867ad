/** Work that was counted between two turns of the event loop. */
export interface TurnCount {
  /** Counts completed units of work. */
  count(units?: number): void;
  /** Stops; returns the largest number of units that were counted within one turn. */
  end(): number;
}

/** Watches the event loop: units of work are added up, and each turn of the loop begins a new sum. */
export function countBetweenTurns(): TurnCount {
  let units = 0;
  let most = 0;
  const turn = (): void => {
    units = 0;
    immediate = setImmediate(turn);
  };
  let immediate = setImmediate(turn);
  return {
    count(more = 1) {
      units += more;
      most = Math.max(most, units);
    },
    end() {
      clearImmediate(immediate);
      return most;
    },
  };
}
