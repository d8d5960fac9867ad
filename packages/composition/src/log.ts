import { isRoutine, type Log } from '@backroom/core';
import { type DestinationStream, pino } from 'pino';

/** How much is logged. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Members that never reach the log, whoever puts them in. */
const secret = ['password', 'token', 'secret', 'authorization', 'cookie', 'hash', 'key'];

/** Structured lines of JSON: one note a line, times in UTC, secrets struck out. */
export class JsonLog implements Log {
  readonly #pino;

  constructor(level: LogLevel, destination?: DestinationStream) {
    const options = {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
      redact: { paths: secret.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' },
    };
    this.#pino = destination ? pino(options, destination) : pino(options, pino.destination(2));
  }

  info(event: string, facts: Readonly<Record<string, unknown>> = {}): void {
    this.#pino.info(facts, event);
  }

  warn(event: string, facts: Readonly<Record<string, unknown>> = {}): void {
    this.#pino.warn(facts, event);
  }

  /** Failures that are routine are left out, whoever reports them. */
  error(event: string, cause: unknown, facts: Readonly<Record<string, unknown>> = {}): void {
    if (isRoutine(cause)) return;
    this.#pino.error({ ...facts, cause: describeCause(cause) }, event);
  }
}

/** What is worth knowing of a failure: its kind, words, place and SQLSTATE, not the values it was about. */
function describeCause(cause: unknown): object {
  if (!(cause instanceof Error))
    return { message: typeof cause === 'object' ? 'something that is no error' : String(cause) };
  const { code } = cause as { readonly code?: unknown };
  const inner = cause.cause === undefined ? {} : { cause: describeCause(cause.cause) };
  return {
    name: cause.name,
    message: cause.message.slice(0, 2_000),
    stack: cause.stack?.slice(0, 8_000),
    ...(code !== undefined && { code }),
    ...inner,
  };
}
