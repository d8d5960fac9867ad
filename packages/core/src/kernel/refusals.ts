import { DomainError, placed } from './errors.ts';
import { faultsOf } from './rows.ts';

/** Most members that one refusal names. */
export const MOST_FAULTS = 100;

/** What the lines of a list were refused for, to be answered at once. */
export interface Refusals {
  /** Does the work of one line; undefined where it is refused. */
  line<T>(index: number, work: () => T): T | undefined;
  add(refusals: readonly DomainError[]): void;
  readonly found: readonly DomainError[];
  /**
   * Refuses when anything was refused before.
   * @throws DomainError the only refusal as it is; several of one kind and code under that code, others as `validation_failed`
   */
  demandNone(): void;
}

/** Lines of a list that could not be read: the whole list is refused, together with what is wrong with its other lines. */
export interface UnreadLines {
  readonly refusals: readonly DomainError[];
  /** Where in the list the lines that could be read stood. */
  readonly places: readonly number[];
}

/** Collects the refusals of a list; `member` names the list, undefined where there is only one line. */
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
      if (found.length > 0) throw together(found);
    },
  };
}

function together(refusals: readonly DomainError[]): DomainError {
  const [first, ...others] = refusals as readonly [DomainError, ...DomainError[]];
  if (others.length === 0) return first;
  const all = refusals.flatMap(faultsOf);
  const fields = all.slice(0, MOST_FAULTS);
  const isOfOneCode = others.every(({ kind, code }) => kind === first.kind && code === first.code);
  if (isOfOneCode) return new DomainError(first.kind, first.code, first.message, { fields });
  return new DomainError('invalid', 'validation_failed', `${all.length} fields are not valid.`, { fields });
}
