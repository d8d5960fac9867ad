/** The shells with a completion. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** A word that can follow, and its meaning. */
export interface CompletionWord {
  readonly word: string;
  readonly meaning: string;
}

/** The words after each command, by its name; the empty name is the program. A flag with values stands as `name --flag`. */
export type CompletionWords = ReadonlyMap<string, readonly CompletionWord[]>;

/** The script that a shell evaluates to complete `backroom`. */
export function completionScript(shell: Shell, words: CompletionWords): string {
  if (shell === 'fish') return fish(words);
  const head = shell === 'zsh' ? 'autoload -U +X compinit bashcompinit && compinit && bashcompinit\n' : '';
  return `# Completion of backroom for ${shell}.\n${head}${bash(words)}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const bashCase = (name: string, words: readonly CompletionWord[]): string =>
  `    ${quoted(name)}) echo ${quoted(words.map(({ word }) => word).join(' '))} ;;`;

/** Follows the typed words as far as they are commands; after a flag with values, those are offered. */
const bash = (words: CompletionWords): string => `_backroom_words() {
  case "$1" in
${[...words].map(([name, each]) => bashCase(name, each)).join('\n')}
  esac
}
_backroom() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" named='' longer='' offered='' index=1
  while [ "$index" -lt "$COMP_CWORD" ]; do
    longer="\${named:+$named }\${COMP_WORDS[index]}"
    case "\${COMP_WORDS[index]}" in -*) ;; *) [ -n "$(_backroom_words "$longer")" ] && named="$longer" ;; esac
    index=$((index + 1))
  done
  case "$previous" in --*) offered="$(_backroom_words "\${named:+$named }$previous")" ;; esac
  [ -n "$offered" ] || offered="$(_backroom_words "$named")"
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -o default -F _backroom backroom`;

const fishCase = (name: string, words: readonly CompletionWord[]): string =>
  `    case ${fishQuoted(name)}
      printf '%s\\t%s\\n' ${words.map(({ word, meaning }) => `${fishQuoted(word)} ${fishQuoted(meaning)}`).join(' ')}`;

const fish = (words: CompletionWords): string => `# Completion of backroom for fish.
function __backroom_words
  switch "$argv[1]"
${[...words].map(([name, each]) => fishCase(name, each)).join('\n')}
  end
end
function __backroom_complete
  set -l named ''
  set -l typed (commandline -opc)
  for word in $typed[2..-1]
    set -l longer (string trim -- "$named $word")
    if not string match -q -- '-*' $word; and count (__backroom_words $longer) >/dev/null
      set named $longer
    end
  end
  set -l values
  if string match -q -- '--*' $typed[-1]
    set values (__backroom_words (string trim -- "$named $typed[-1]"))
  end
  if count $values >/dev/null
    printf '%s\\n' $values
  else
    __backroom_words "$named"
  end
end
complete -c backroom -a '(__backroom_complete)'`;
