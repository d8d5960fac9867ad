import type { Backend, Environment, Settings } from '@backroom/composition';
import type { Ports, UseCase } from '@backroom/core';
import { askLine } from './ask-password.ts';
import { nothingChanged, tellUse } from './failure.ts';
import { createPrint, type Print, type Terminal } from './print.ts';

/** What can be said to every command. */
export interface GlobalFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly yes?: boolean;
  readonly databaseUrl?: string;
  readonly as?: string;
}

/** What a command works with. */
export interface Context {
  readonly print: Print;
  readonly terminal: Terminal;
  /** In whose name it is done; undefined for the system's. */
  readonly as: string | undefined;
  /** Whether `--yes` was said. */
  readonly isSure: boolean;
  /** What variables are to be instead of what the environment says. */
  readonly replaced: Environment;
  /**
   * Reads the settings; whoever signs no tokens can do without their keys.
   * @throws SettingsError
   */
  settings(replaced?: Environment, needs?: { readonly needsKeys: boolean }): Promise<Settings>;
  /** Opens what it works with at the first question; closed when the command has ended. */
  backend(): Promise<Backend>;
  /** Does one use case. */
  run<I, O>(useCase: UseCase<Ports, I, O>, input: I): Promise<O>;
  /**
   * Asks the person at the terminal whether it is meant; without one, or with `--yes`, nobody is asked.
   * @throws CommandFailure when it is not
   */
  confirm(question: string): Promise<void>;
  /** The help of the command, for those that answer `--help` themselves. */
  help(): string;
  close(): Promise<void>;
}

const unanswered =
  'It does not answer commands: it may be another command, or a server that is just starting or stopping. Try again in a moment.';

/** Prepares what a command works with; nothing is opened before it is needed. */
export function createContext(terminal: Terminal, flags: GlobalFlags, help: () => string): Context {
  const print = createPrint(terminal, { isJson: flags.json ?? false, isQuiet: flags.quiet ?? false });
  const { databaseUrl } = flags;
  const replaced: Environment =
    databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, DATABASE_URL_FILE: undefined };
  const as = flags.as === 'system' ? undefined : flags.as;
  let opening: Promise<Backend> | undefined;

  const settings: Context['settings'] = async (more = {}, needs = { needsKeys: true }) => {
    const { readSettings } = await import('@backroom/composition');
    return readSettings(terminal.environment, { ...replaced, ...more }, needs);
  };
  const open = async () => {
    const { openBackend } = await import('@backroom/composition');
    return tellUse(openBackend(await settings()), unanswered);
  };
  const backend = () => {
    opening ??= open();
    return opening;
  };
  return {
    print,
    terminal,
    as,
    isSure: flags.yes ?? false,
    replaced,
    settings,
    backend,
    run: async (useCase, input) => (await backend()).run(useCase, input, as),
    async confirm(question) {
      if (flags.yes || terminal.stdin.isTTY !== true) return;
      const answer = await askLine(terminal, print, `${question} [y/N] `);
      if (!/^y(es)?$/i.test(answer.trim())) throw nothingChanged();
    },
    help,
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
}
