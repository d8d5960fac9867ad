import { DomainError, placed } from './errors.ts';
import { faultsOf } from './rows.ts';

/** Maximum number of faults that one refusal reports. */
export const MOST_FAULTS = 100;

/** Collects the refusals of the lines of a list, to report them together. */
export interface Refusals {
  /** Processes one line; undefined if it is refused. */
  line<T>(index: number, work: () => T): T | undefined;
  add(refusals: readonly DomainError[]): void;
  readonly found: readonly DomainError[];
  /**
   * Refuses the list if any line was refused.
   * @throws DomainError a single refusal unchanged; several of one kind and code under that code, others as `validation_failed`
   */
  demandNone(): void;
}

/** The unreadable lines of a list; the whole list is refused, together with the faults of its other lines. */
export interface UnreadLines {
  readonly refusals: readonly DomainError[];
  /** The indexes of the readable lines in the list. */
  readonly places: readonly number[];
}

/** `member` names the list; undefined if there is only one line. */
export function openRefusals(member: string | undefined): Refusals {
  const found: DomainError[] = [];
  return {
    found,
    add: (refusals) => void found.push(...refusals),
    line(index, work) {
      try {
        return placed(member, index, work);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        found.push(error);
        return undefined;
      }
    },
    demandNone() {
      if (found.length > 0) throw combined(found);
    },
  };
}

function combined(refusals: readonly DomainError[]): DomainError {
  const [first, ...others] = refusals as readonly [DomainError, ...DomainError[]];
  if (others.length === 0) return first;
  const all = refusals.flatMap(faultsOf);
  const fields = all.slice(0, MOST_FAULTS);
  const isOfOneCode = others.every(({ kind, code }) => kind === first.kind && code === first.code);
  if (isOfOneCode) return new DomainError(first.kind, first.code, first.message, { fields });
  return new DomainError('invalid', 'validation_failed', `${all.length} fields are not valid.`, { fields });
}
