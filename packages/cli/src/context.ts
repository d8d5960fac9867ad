import type { Backend, Environment, Settings } from '@backroom/composition';
import type { Ports, UseCase } from '@backroom/core';
import { askLine } from './ask-password.ts';
import { explainDataInUse, nothingChanged, UsageError } from './failure.ts';
import { createPrint, type Print, type Terminal } from './print.ts';

/** Options of every command. */
export interface GlobalFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly yes?: boolean;
  readonly databaseUrl?: string;
  readonly as?: string;
}

/** Resources of a running command. */
export interface Context {
  readonly print: Print;
  readonly terminal: Terminal;
  /** The account that the command acts as; undefined for the system account. */
  readonly as: string | undefined;
  /** Whether `--yes` was given. */
  readonly isSure: boolean;
  /** Overrides of environment variables. */
  readonly replaced: Environment;
  /**
   * Reads the settings; token keys may be missing for commands that sign no tokens.
   * @throws SettingsError
   */
  settings(replaced?: Environment, needs?: { readonly needsKeys: boolean }): Promise<Settings>;
  /** Opens the backend on first use; closed at the end of the command. */
  backend(): Promise<Backend>;
  /** The signal interrupts an import. */
  run<I, O>(useCase: UseCase<Ports, I, O>, input: I, signal?: AbortSignal): Promise<O>;
  /**
   * Asks for confirmation of a destructive command; skipped with `--yes`.
   * @throws CommandFailure when it is declined
   * @throws UsageError without a terminal to ask on
   */
  confirm(question: string): Promise<void>;
  /** The help of the command, for commands that handle `--help` themselves. */
  help(): string;
  close(): Promise<void>;
}

const unanswered =
  'It does not answer commands: it may be another command, a server of an earlier version, or one that is just starting or stopping. Try again in a moment.';

/** Creates the context of a command; resources are opened lazily. */
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
    return explainDataInUse(openBackend(await settings()), unanswered);
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
    run: async (useCase, input, signal) => (await backend()).run(useCase, input, { as, signal }),
    async confirm(question) {
      if (flags.yes) return;
      if (terminal.stdin.isTTY !== true)
        throw new UsageError(`${question} There is no terminal to ask on: confirm with --yes.`);
      const answer = await askLine(terminal, print, `${question} [y/N] `);
      if (!/^y(es)?$/i.test(answer.trim())) throw nothingChanged();
    },
    help,
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
}
