import { type StatementLimits, timeouts } from './statement-limits.ts';

/** What a new connection was told about its backend. */
export interface Backend {
  /** False behind a pooler that may assign the backend to other clients between transactions. */
  readonly isOwn: boolean;
  /** The timeouts as the server or the role sets them. */
  readonly values: { readonly lock: string; readonly statement: string; readonly idle: string };
}

/** A statement that sets the limits for the one after it. */
export interface Setting {
  readonly text: string;
  /** Called when both statements have succeeded; a failure undoes the setting. */
  readonly onSuccess: () => void;
}

/** How the limits of a single statement and of a transaction are set on one connection. */
export class SessionSettings {
  #backend: Backend | undefined;
  /** What is set for the session; only on a backend of its own. */
  #current: string | undefined;
  #wanted: { readonly limits: StatementLimits; readonly text: string } | undefined;

  /** Takes what is known of the backend; until then it is taken for shared. */
  learn(backend: Backend): void {
    this.#backend = backend;
    this.#current = original(backend);
  }

  /**
   * What has to be set before a single statement; undefined where nothing has. On a backend of its own it is set for the session,
   * and so only when statements with other limits follow; on a shared one for the implicit transaction, each time.
   */
  before(limits: StatementLimits | undefined): Setting | undefined {
    const text = this.#textOf(limits);
    if (text === undefined || text === this.#current) return undefined;
    const onSuccess = () => {
      if (this.#backend?.isOwn) this.#current = text;
    };
    return { text, onSuccess };
  }

  /** Adds to the statement that begins a transaction what holds until its end, and is not set for the session. */
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

const valuesOf = ({ values }: Backend): readonly Timeout[] => [
  ['lock_timeout', values.lock],
  ['statement_timeout', values.statement],
  ['idle_in_transaction_session_timeout', values.idle],
];

const originals = new WeakMap<Backend, string>();

function original(backend: Backend): string {
  const text = originals.get(backend) ?? selecting(valuesOf(backend), false);
  originals.set(backend, text);
  return text;
}

/** A statement that sets each of these once, to the last value given. */
const selecting = (set: readonly Timeout[], isLocal: boolean): string =>
  `select ${[...new Map(set)].map(([name, value]) => `set_config('${name}', '${value}', ${isLocal})`).join(', ')}`;
