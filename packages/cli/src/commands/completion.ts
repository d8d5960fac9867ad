import { choice } from '@backroom/core/interface';
import { type Command, command } from '../command.ts';
import { type CompletionWords, completionScript, shells } from '../completion-scripts.ts';

/** Prints the completion for a shell, from the declarations of all commands. */
export const completionOf = (words: () => CompletionWords): Command =>
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
      const script = completionScript(shell, words());
      print.result({ shell, script }, [script]);
    },
  });
