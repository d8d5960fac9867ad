import type { PlainRequest } from '@backroom/composition';
import { PROBLEM_TYPE, type RestResponse } from '@backroom/core/interface';
import type { Context } from './context.ts';
import { type ExitCode, exitCodeOfStatus } from './exit-code.ts';
import { pairs } from './print.ts';

/** The JSON object that a route returns. */
export type Document = Readonly<Record<string, unknown>>;

/**
 * Calls a route and prints the answer with `show`, or the refusal; returns the exit code.
 */
export async function callRoute(
  context: Context,
  request: PlainRequest,
  show: (document: Document) => ExitCode | undefined,
): Promise<ExitCode> {
  const answer = await (await context.backend()).call(request, { as: context.as });
  if (isRefusal(answer)) return printRefusal(context, answer);
  return show(answer.body as Document) ?? exitCodeOfStatus(answer.status);
}

export const isRefusal = ({ contentType }: RestResponse): boolean => contentType === PROBLEM_TYPE;

/** Prints a problem document; returns the exit code. */
export function printRefusal({ print }: Context, { status, body }: RestResponse): ExitCode {
  const { detail, errors = [], steps } = body as ProblemDocument;
  if (print.isJson) print.problem(body);
  else {
    const fields = errors.filter(({ field }) => field !== '');
    print.insist(`backroom: ${detail}`, ...fields.map(({ field, message }) => `  ${field}: ${message}`));
    for (const { name, code, message } of steps?.filter((step) => step.status === 'failed') ?? [])
      print.insist(`  ${name}: ${message} (${code})`);
  }
  return exitCodeOfStatus(status);
}

interface ProblemDocument {
  readonly detail: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  readonly steps?: readonly {
    readonly name: string;
    readonly status: string;
    readonly code: string;
    readonly message: string;
  }[];
}

/** One line per member; nested ones by their path: `attributes.email`. */
export const linesOf = (document: Document): readonly string[] => pairs(Object.fromEntries(flat(document)));

const flat = (document: Document, place = ''): (readonly [string, unknown])[] =>
  Object.entries(document).flatMap(([name, value]) => {
    if (Array.isArray(value)) return [[`${place}${name}`, value.length === 0 ? null : value.map(asText).join(', ')]];
    if (typeof value === 'object' && value !== null) return flat(value as Document, `${place}${name}.`);
    return [[`${place}${name}`, typeof value === 'string' ? oneLine(value) : value]];
  });

const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Multi-line texts, such as certificates, are cut to their first line. */
const oneLine = (text: string): string => (text.includes('\n') ? `${text.split('\n', 1)[0]} …` : text);
