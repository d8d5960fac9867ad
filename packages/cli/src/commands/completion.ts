import { choice } from '@backroom/core/interface';
import { type Command, command } from '../command.ts';
import { completionScript, shells } from '../completion-scripts.ts';
import { completionWords, type DeclaredCommands } from '../completion-words.ts';

/** Prints the completion for a shell, from the declarations of all commands. */
export const completionOf = (declared: () => DeclaredCommands): Command =>
  command({
    name: 'completion',
    group: 'Interface',
    summary: 'Print the completion of commands, flags and their values for a shell.',
    examples: [
      'source <(backroom completion bash)',
      'source <(backroom completion zsh)',
      'backroom completion fish > ~/.config/fish/completions/backroom.fish',
    ],
    args: { shell: choice(shells, { required: true, description: 'The shell.' }) },
    async run({ print }, { shell }) {
      const script = completionScript(shell, completionWords(declared()));
      print.result({ shell, script }, [script]);
    },
  });
