import { text } from '@backroom/core/interface';
import {
  type DocumentReport,
  refreshArticles,
  refreshSuggestions,
  showArticles,
  showSuggestions,
} from '@backroom/core/marketing';
import { type Command, command } from '../../command.ts';
import { ExitCode } from '../../exit-code.ts';
import { pairs } from '../../print.ts';

const file = text({ required: true, maxLength: 4_000, description: 'The document, a JSON file.' });

/** A document of the operator, and what administrators do with it. */
interface DocumentFamily {
  readonly name: string;
  /** In sentences. */
  readonly title: string;
  readonly show: typeof showSuggestions;
  readonly refresh: typeof refreshSuggestions;
  readonly checker: 'checkSuggestionsFile' | 'checkArticlesFile';
}

const commandsOf = ({ name, title, show, refresh, checker }: DocumentFamily): readonly Command[] => [
  command({
    name: `${name} status`,
    group: 'Run the server',
    summary: `Show source, size and last fault of the ${title}.`,
    examples: [`backroom ${name} status`],
    async run({ print, run }) {
      const document = documentOf(await run(show, {}));
      print.result(document, pairs(document));
    },
  }),
  command({
    name: `${name} refresh`,
    group: 'Run the server',
    summary: `Read the ${title} from the source now; ends with 7 when it cannot be used.`,
    examples: [`backroom ${name} refresh`],
    async run({ print, run }) {
      const { fault } = await run(refresh, {});
      const document = documentOf(await run(show, {}));
      print.result(document, pairs(document));
      return fault === null ? ExitCode.ok : ExitCode.unavailable;
    },
  }),
  command({
    name: `${name} check`,
    group: 'Run the server',
    summary: `Check a file of the ${title}; ends with 5 when it is not valid, or a rule hides an entry.`,
    examples: [`backroom ${name} check ${name}.json`],
    args: { file },
    async run({ print }, { file: path }) {
      const composition = await import('@backroom/composition');
      const { entries, warnings } = await composition[checker](path);
      const document = { ...entries, warnings: warnings.length === 0 ? 'none' : warnings.join('; ') };
      print.result(document, pairs(document));
      return warnings.length === 0 ? ExitCode.ok : ExitCode.invalid;
    },
  }),
];

const documentOf = ({ source, isUsed, entries, state }: DocumentReport) => ({
  source,
  used: isUsed,
  ...entries,
  accepted_at: state.acceptedAt?.toISOString() ?? null,
  checked_at: state.checkedAt?.toISOString() ?? null,
  fault: state.fault?.code ?? null,
  fault_message: state.fault?.message ?? null,
});

/** Reads and checks the documents of suggestions and of the knowledge base. */
export const documents: readonly Command[] = [
  ...commandsOf({
    name: 'suggestions',
    title: 'suggestions',
    show: showSuggestions,
    refresh: refreshSuggestions,
    checker: 'checkSuggestionsFile',
  }),
  ...commandsOf({
    name: 'knowledge-base',
    title: 'knowledge base',
    show: showArticles,
    refresh: refreshArticles,
    checker: 'checkArticlesFile',
  }),
];
