import { type Finding, generalised, insideIn } from './judging.ts';

interface LogLine {
  readonly level?: string;
  readonly msg?: string;
  readonly requestId?: string;
  readonly cause?: { readonly message?: string; readonly stack?: string };
}

/** The log of a server, line by line as it is written. */
export class FloodLog {
  readonly #lines: string[] = [];
  readonly #causes = new Map<string, string>();

  add(line: string): void {
    this.#lines.push(line);
    const note = parsed(line);
    if (note?.requestId !== undefined && note.cause)
      this.#causes.set(note.requestId, (note.cause.stack ?? '').split('\n').slice(0, 3).join('\n    '));
  }

  /** The logged cause of a failed request; undefined without one. */
  causeOf(requestId: string): string | undefined {
    return this.#causes.get(requestId);
  }

  /** What the log must not have: failures, what is no line of a log, secrets, and the inside of the system. */
  findings(secrets: ReadonlyMap<string, string>): readonly Finding[] {
    return this.#lines.flatMap((line) => {
      const note = parsed(line);
      const detail = line.slice(0, 600);
      if (!note) return [{ cause: 'log: a line that is no JSON', detail }];
      const leaks = [...secrets].filter(([word]) => line.includes(word)).map(([, what]) => `log: ${what}`);
      // The answer to that request was found at fault already.
      const isKnown = note.requestId?.startsWith('flood-') && note.cause;
      const isFailure = note.level === 'error' || note.level === 'fatal';
      const shown = isFailure
        ? [`log: ${note.msg}: ${generalised(note.cause?.message ?? '')}`]
        : insideIn(line).map((text) => `log: shows ${generalised(text)}`);
      return [...leaks, ...(isKnown ? [] : shown)].map((cause) => ({ cause, detail }));
    });
  }
}

function parsed(line: string): LogLine | undefined {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return undefined;
  }
}
