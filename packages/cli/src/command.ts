import { DomainError } from '@backroom/core';
import { compileReader, type InputOf, type Schemas } from '@backroom/core/interface';
import type { Context } from './context.ts';
import type { ExitCode } from './exit-code.ts';

/** Headings of the help. */
export type Group = 'Run the server' | 'Accounts' | 'Stock' | 'Shop' | 'Interface';

/** A command, with its help, parameters and validation. */
export interface Command {
  /** One or two words: `users create`. */
  readonly name: string;
  readonly group: Group;
  readonly summary: string;
  readonly examples: readonly string[];
  /** Positional; a list takes all remaining ones. */
  readonly args: Schemas;
  readonly flags: Schemas;
  /** Whether the command handles `--help` itself. */
  readonly ownHelp: boolean;
  run(context: Context, raw: Readonly<Record<string, unknown>>): Promise<ExitCode | undefined>;
}

interface Spec<A extends Schemas, F extends Schemas> extends Pick<Command, 'name' | 'group' | 'summary' | 'examples'> {
  readonly args?: A;
  readonly flags?: F;
  readonly ownHelp?: true;
  /** Returns the exit code; 0 by default. */
  readonly run: (context: Context, given: InputOf<A & F>) => Promise<ExitCode | undefined> | Promise<void>;
}

type NoParams = Readonly<Record<never, never>>;

/** Declares a command. Arguments and flags use the descriptors of routes, and are validated in the same way. */
export function command<const A extends Schemas = NoParams, const F extends Schemas = NoParams>(
  spec: Spec<A, F>,
): Command {
  const args: Schemas = spec.args ?? {};
  const flags: Schemas = spec.flags ?? {};
  const all = { ...args, ...flags };
  // Arguments are visible in the list of processes.
  if (Object.values(all).some(({ format }) => format === 'password'))
    throw new TypeError('A password is never an argument.');
  const isList = (name: string) => all[name]?.type === 'array';
  const pick = (lists: boolean) => Object.fromEntries(Object.entries(all).filter(([name]) => isList(name) === lists));
  const read = withoutLocations(compileReader({ path: {}, query: pick(false), body: pick(true), ignored: [] }));
  return {
    ...spec,
    args,
    flags,
    ownHelp: spec.ownHelp ?? false,
    async run(context, raw) {
      const entries = Object.entries(raw).filter(([, value]) => value !== undefined);
      const given = read({
        path: {},
        query: entries.filter(([name]) => !isList(name)).map(([name, value]) => [name, String(value)] as const),
        body: Object.fromEntries(entries.filter(([name]) => isList(name))),
      });
      return (await spec.run(context, given as InputOf<A & F>)) ?? undefined;
    },
  };
}

type ParamsReader = ReturnType<typeof compileReader>;

/** Removes `in: query` and `in: body` from errors, which mean nothing on the command line. */
const withoutLocations =
  (read: ParamsReader): ParamsReader =>
  (raw) => {
    try {
      return read(raw);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const fields = (error.details.fields ?? []).map(({ in: _, ...field }) => field);
      throw new DomainError(error.kind, error.code, error.message, { ...error.details, fields });
    }
  };
