import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4_096;
const NANOSECONDS_PER_MILLISECOND = 1e6;

/** The resident memory of a process (bytes) on Linux; undefined on other systems. */
export function residentBytes(pid: number): number | undefined {
  const [, pages] = procFile(pid, 'statm')?.split(' ') ?? [];
  return pages === undefined ? undefined : Number(pages) * PAGE_BYTES;
}

/** What the main thread of a process has had of the processors so far. */
export interface Scheduling {
  /** Milliseconds on a processor. */
  readonly ran: number;
  /** Milliseconds in which it could have run, and had none. */
  readonly waited: number;
  /** Whether it waits for something else than a processor. */
  readonly isAsleep: boolean;
}

/** Reads it on Linux; undefined on other systems. */
export function schedulingOf(pid: number): Scheduling | undefined {
  const [ran, waited] = procFile(pid, 'schedstat')?.split(' ') ?? [];
  // The name of the program is in parentheses, and may have some itself.
  const [state] = procFile(pid, 'stat')?.split(') ').at(-1) ?? [];
  if (ran === undefined || waited === undefined || state === undefined) return undefined;
  const millis = (nanoseconds: string) => Number(nanoseconds) / NANOSECONDS_PER_MILLISECOND;
  return { ran: millis(ran), waited: millis(waited), isAsleep: state === 'S' };
}

function procFile(pid: number, name: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}
