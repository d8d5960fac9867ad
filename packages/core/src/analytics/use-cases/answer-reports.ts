import { DomainError } from '../../kernel/errors.ts';
import { type UseCase, useCase } from '../../kernel/use-case.ts';
import type { Report } from '../definition.ts';
import type { ReportPorts, ReportRunner } from '../report-ports.ts';
import { everyReport } from '../reports/all.ts';
import type { ReportRead } from './report-reading.ts';

/** The reports that questions may name, by slug. */
const reads: ReadonlyMap<string, ReportRead<never, unknown>> = new Map(
  everyReport.flatMap(({ slug, stats, rows }: Report): (readonly [string, ReportRead<never, unknown>])[] => [
    ...('read' in stats ? [[stats.slug, stats.read] as const] : []),
    ...(rows ? [[slug, rows.read] as const] : []),
  ]),
);

/** Slug of a report that a question may name. */
export type QuestionReport = string;
/** The slugs of these reports. */
export const questionReports: readonly QuestionReport[] = [...reads.keys()];
/** Whether a question may name a report of that slug. */
export const isQuestionReport = (slug: unknown): slug is QuestionReport => typeof slug === 'string' && reads.has(slug);

/** A question, with the input of its report, or the refusal of its parameters. */
export type ReportQuestion<Q = unknown> = { readonly name: string } & (
  | { readonly report: QuestionReport; readonly input: unknown; readonly asked: Q }
  | { readonly refusal: DomainError }
);
/** A question with its answer or its refusal. */
export type AnsweredQuestion<Q = unknown> = { readonly name: string } & (
  | { readonly report: QuestionReport; readonly output: unknown; readonly asked: Q }
  | { readonly refusal: DomainError }
);

/** Questions to answer; `asked` of a question is returned with its answer. */
export interface AnswerReportsInput {
  readonly questions: readonly ReportQuestion[];
}

/**
 * Answers several questions from one snapshot, on one connection, one after the other, and in the order in which they were sent.
 * The refusal of a question leaves the others answered.
 */
export const answerReports: UseCase<ReportPorts, AnswerReportsInput, readonly AnsweredQuestion[]> = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports) =>
    async (_, { questions }) => {
      const same = await sharedPorts(ports);
      return ports.reports.inOneSnapshot(async (reports) => {
        const answered: AnsweredQuestion[] = [];
        for (const question of questions) answered.push(await answerTo(question, same(reports)));
        return answered;
      });
    },
);

/** Ports with which all questions have the same settings, attributes and time. */
async function sharedPorts(ports: ReportPorts): Promise<(reports: ReportRunner) => ReportPorts> {
  const now = ports.clock.now();
  let attributes: ReturnType<ReportPorts['taxonomy']['attributes']> | undefined;
  const taxonomy = {
    attributes() {
      attributes ??= ports.taxonomy.attributes();
      return attributes;
    },
  };
  // Last: reports are cached by the snapshot of the settings.
  const settings = await ports.shopSettings.read();
  return (reports) => ({
    ...ports,
    reports,
    taxonomy,
    shopSettings: { read: async () => settings },
    clock: { now: () => now, wait: (milliseconds) => ports.clock.wait(milliseconds) },
  });
}

async function answerTo(question: ReportQuestion, ports: ReportPorts): Promise<AnsweredQuestion> {
  if ('refusal' in question) return question;
  const { name, report, input, asked } = question;
  const read = reads.get(report);
  if (!read) throw new TypeError(`There is no report ${report}.`);
  try {
    return { name, report, output: await read.query(ports, input as never), asked };
  } catch (error) {
    if (error instanceof DomainError && isOfQuestion(error)) return { name, refusal: error };
    throw error;
  }
}

/** Outages concern all questions; a report that takes too long only itself and those after it. */
const isOfQuestion = ({ kind, code }: DomainError): boolean =>
  kind !== 'unavailable' || code === 'shop_analytics_report_timeout';
