import type { PlainRequest } from '@backroom/composition';
import { PROBLEM_TYPE, type RestResponse } from '@backroom/core/interface';
import type { Context } from './context.ts';
import { type ExitCode, exitCodeOfStatus } from './exit-code.ts';
import { pairs } from './print.ts';

/** A document that a route answers with. */
export type Document = Readonly<Record<string, unknown>>;

/**
 * Asks a route on behalf of a command: what it answers is shown by `show`, a refusal in the words of all commands. Gives
 * what the command ends with.
 */
export async function askRoute(
  context: Context,
  request: PlainRequest,
  show: (document: Document) => ExitCode | undefined,
): Promise<ExitCode> {
  const answer = await (await context.backend()).call(request, context.as);
  if (isRefusal(answer)) return tellRefusal(context, answer);
  return show(answer.body as Document) ?? exitCodeOfStatus(answer.status);
}

/** Whether a route refused what it was asked. */
export const isRefusal = ({ contentType }: RestResponse): boolean => contentType === PROBLEM_TYPE;

/** Shows why a route refused, and gives what the command ends with. */
export function tellRefusal({ print }: Context, { status, body }: RestResponse): ExitCode {
  const { detail, errors = [], steps } = body as Refused;
  if (print.isJson) print.problem(body);
  else {
    const fields = errors.filter(({ field }) => field !== '');
    print.insist(`backroom: ${detail}`, ...fields.map(({ field, message }) => `  ${field}: ${message}`));
    for (const { name, code, message } of steps?.filter((step) => step.status === 'failed') ?? [])
      print.insist(`  ${name}: ${message} (${code})`);
  }
  return exitCodeOfStatus(status);
}

interface Refused {
  readonly detail: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  readonly steps?: readonly {
    readonly name: string;
    readonly status: string;
    readonly code: string;
    readonly message: string;
  }[];
}

/** The members of a document as lines, those of members below the name of their owner: `attributes.email`. */
export const linesOf = (document: Document): readonly string[] => pairs(Object.fromEntries(flat(document)));

const flat = (document: Document, place = ''): (readonly [string, unknown])[] =>
  Object.entries(document).flatMap(([name, value]) => {
    if (Array.isArray(value)) return [[`${place}${name}`, value.length === 0 ? null : value.map(asText).join(', ')]];
    if (typeof value === 'object' && value !== null) return flat(value as Document, `${place}${name}.`);
    return [[`${place}${name}`, typeof value === 'string' ? oneLine(value) : value]];
  });

const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** A certificate has many lines; that it is there is enough. */
const oneLine = (text: string): string => (text.includes('\n') ? `${text.split('\n', 1)[0]} …` : text);
