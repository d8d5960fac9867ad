import { choicesOf, type Schemas } from '@backroom/core/interface';
import type { Command } from './command.ts';
import type { CompletionWord, CompletionWords } from './completion-scripts.ts';
import { globalFlags, helpFlag } from './global-flags.ts';

/** The commands, as they are declared. */
export interface DeclaredCommands {
  readonly commands: readonly Command[];
  /** The first words of commands of two words. */
  readonly families: readonly { readonly name: string; readonly summary: string }[];
}

/** The words that can follow each command. */
export function completionWords({ commands, families }: DeclaredCommands): CompletionWords {
  const everywhere = [...globalFlags, helpFlag];
  const words = new Map<string, readonly CompletionWord[]>();
  const first = [...commands.filter(({ name }) => !name.includes(' ')), ...families];
  words.set('', [
    ...first.map(({ name, summary }) => ({ word: name, meaning: summary })).toSorted(byWord),
    ...everywhere,
  ]);
  for (const { name: family } of families) words.set(family, [...secondWords(commands, family), ...everywhere]);
  for (const { name, args, flags } of commands) {
    const [values = []] = Object.values(args).map(choicesOf);
    words.set(name, [...valueWords(values), ...flagWords(flags), ...everywhere]);
    for (const [flag, schema] of Object.entries(flags)) {
      const known = choicesOf(schema);
      if (known) words.set(`${name} ${flagName(flag)}`, valueWords(known));
    }
  }
  return words;
}

const secondWords = (commands: readonly Command[], family: string): readonly CompletionWord[] =>
  commands
    .filter(({ name }) => name.startsWith(`${family} `))
    .map(({ name, summary }) => ({ word: name.slice(family.length + 1), meaning: summary }));

const byWord = (one: CompletionWord, other: CompletionWord): number => one.word.localeCompare(other.word, 'en');

const flagName = (name: string): string => `--${name.replaceAll('_', '-')}`;

const flagWords = (flags: Schemas): readonly CompletionWord[] =>
  Object.entries(flags).map(([name, { description = '' }]) => ({ word: flagName(name), meaning: description }));

const valueWords = (values: readonly string[]): readonly CompletionWord[] =>
  values.map((word) => ({ word, meaning: 'Value' }));
