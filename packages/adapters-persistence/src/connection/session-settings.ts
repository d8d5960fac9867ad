import { type StatementLimits, timeouts } from './statement-limits.ts';

/** Properties of a new connection's backend. */
export interface SessionBackend {
  /** False behind a pooler that may assign the backend to other clients between transactions. */
  readonly isOwn: boolean;
  /** Timeouts as configured for the server or role. */
  readonly values: { readonly lock: string; readonly statement: string; readonly idle: string };
}

/** A statement that sets the limits of the next one. */
export interface Setting {
  readonly text: string;
  /** Called after both statements have succeeded; a failure reverts the setting. */
  readonly onSuccess: () => void;
}

/** Applies the limits of single statements and transactions on one connection. */
export class SessionSettings {
  #backend: SessionBackend | undefined;
  /** Current session settings; only on a dedicated backend. */
  #current: string | undefined;
  #wanted: { readonly limits: StatementLimits; readonly text: string } | undefined;

  /** Stores the properties of the backend; until then it counts as shared. */
  learn(backend: SessionBackend): void {
    this.#backend = backend;
    this.#current = original(backend);
  }

  /**
   * Returns the settings required before a single statement; undefined if none. On a dedicated backend they are set for the
   * session, hence only if the limits change; on a shared one for each implicit transaction.
   */
  before(limits: StatementLimits | undefined): Setting | undefined {
    const text = this.#textOf(limits);
    if (text === undefined || text === this.#current) return undefined;
    const onSuccess = () => {
      if (this.#backend?.isOwn) this.#current = text;
    };
    return { text, onSuccess };
  }

  /** Adds transaction-local settings to the statement that begins a transaction. */
  beginning(begin: string, limits: StatementLimits | undefined): string {
    if (this.#backend?.isOwn && this.#textOf(limits) === this.#current) return begin;
    const values = this.#backend?.isOwn ? valuesOf(this.#backend) : [];
    const set = limits ? timeouts(limits) : values;
    return [begin, ...set.map(([name, value]) => `set local ${name} = '${value}'`)].join('; ');
  }

  #textOf(limits: StatementLimits | undefined): string | undefined {
    if (!limits) return this.#backend?.isOwn ? original(this.#backend) : undefined;
    if (this.#wanted?.limits !== limits) this.#wanted = { limits, text: this.#make(limits) };
    return this.#wanted.text === '' ? undefined : this.#wanted.text;
  }

  #make(limits: StatementLimits): string {
    const set = timeouts(limits);
    if (set.length === 0) return '';
    return this.#backend?.isOwn ? selecting([...valuesOf(this.#backend), ...set], false) : selecting(set, true);
  }
}

type Timeout = readonly [name: string, value: string];

const valuesOf = ({ values }: SessionBackend): readonly Timeout[] => [
  ['lock_timeout', values.lock],
  ['statement_timeout', values.statement],
  ['idle_in_transaction_session_timeout', values.idle],
];

const originals = new WeakMap<SessionBackend, string>();

function original(backend: SessionBackend): string {
  const text = originals.get(backend) ?? selecting(valuesOf(backend), false);
  originals.set(backend, text);
  return text;
}

/** A statement that sets each of these once, to the last given value. */
const selecting = (set: readonly Timeout[], isLocal: boolean): string =>
  `select ${[...new Map(set)].map(([name, value]) => `set_config('${name}', '${value}', ${isLocal})`).join(', ')}`;
