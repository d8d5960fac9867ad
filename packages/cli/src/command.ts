import { DomainError } from '@backroom/core';
import { compileReader, type InputOf, type Params } from '@backroom/core/interface';
import type { Context } from './context.ts';
import type { ExitCode } from './exit-code.ts';

/** What the help calls the parts of the program. */
export type Group = 'Run the server' | 'Accounts' | 'Stock' | 'Shop' | 'Interface';

/** Something the command line can be told to do; its help, flags and checks come from here. */
export interface Command {
  /** One or two words: `users create`. */
  readonly name: string;
  readonly group: Group;
  readonly summary: string;
  readonly examples: readonly string[];
  /** By position; a list takes all that are left. */
  readonly args: Params;
  readonly flags: Params;
  /** Whether `--help` is for the command to answer. */
  readonly ownHelp: boolean;
  run(context: Context, raw: Readonly<Record<string, unknown>>): Promise<ExitCode | undefined>;
}

interface Spec<A extends Params, F extends Params> extends Pick<Command, 'name' | 'group' | 'summary' | 'examples'> {
  readonly args?: A;
  readonly flags?: F;
  readonly ownHelp?: true;
  /** Gives how it ended, unless all went well. */
  readonly run: (context: Context, given: InputOf<A & F>) => Promise<ExitCode | undefined> | Promise<void>;
}

/** No parameters at all. */
type None = Readonly<Record<never, never>>;

/** Declares a command. Its arguments and flags are descriptors, as those of routes are, and read in the same way. */
export function command<const A extends Params = None, const F extends Params = None>(spec: Spec<A, F>): Command {
  const args: Params = spec.args ?? {};
  const flags: Params = spec.flags ?? {};
  const all = { ...args, ...flags };
  // Whoever looks at the list of processes would read it.
  if (Object.values(all).some(({ format }) => format === 'password'))
    throw new TypeError('A password is never an argument.');
  const isList = (name: string) => all[name]?.type === 'array';
  const pick = (lists: boolean) => Object.fromEntries(Object.entries(all).filter(([name]) => isList(name) === lists));
  const read = withoutPlaces(compileReader({ path: {}, query: pick(false), body: pick(true), ignored: [] }));
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

type Reader = ReturnType<typeof compileReader>;

/** What is wrong with an argument stands on the command line, not in a query. */
const withoutPlaces =
  (read: Reader): Reader =>
  (raw) => {
    try {
      return read(raw);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const fields = (error.details.fields ?? []).map(({ in: _, ...field }) => field);
      throw new DomainError(error.kind, error.code, error.message, { ...error.details, fields });
    }
  };
