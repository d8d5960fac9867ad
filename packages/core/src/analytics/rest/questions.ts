import type { Answer, EndpointCall } from '../../interface/endpoint.ts';
import { invalid } from '../../interface/inventory/problems.ts';
import { problemIn } from '../../interface/inventory/responses.ts';
import type { LinkContext } from '../../interface/shop/link-context.ts';
import { type RunningContributions, withReportFilters } from '../../interface/shop/reading/contributed-filters.ts';
import { compileShopReader, type ShopReader } from '../../interface/shop/reading/reader.ts';
import type { ShopRoute } from '../../interface/shop/route.ts';
import type { Actor } from '../../kernel/actor.ts';
import { below, DomainError, type FieldProblem } from '../../kernel/errors.ts';
import type { AnsweredQuestion, QuestionReport, ReportQuestion } from '../index.ts';
import { isQuestionReport, printedNumbers, questionReports } from '../index.ts';
import { analyticsShopRoutes } from './routes.shop.ts';

/** Maximum intervals of one question. */
const MOST_INTERVALS = 1_000;

/** The route whose parameters a question has, and their reader. */
interface QuestionRoute {
  readonly route: ShopRoute;
  readonly read: ShopReader;
  readonly measures: readonly string[];
}

/** What a question was asked with: the parameters by the names of the use case. */
type QuestionCall = EndpointCall<LinkContext>;

const routes = new Map(questionReports.map((slug) => [slug, routeOf(slug)]));

function routeOf(slug: QuestionReport): QuestionRoute {
  const path = `/shop-analytics/reports/${slug}`;
  const route = analyticsShopRoutes.find((each) => each.path === path);
  if (!route) throw new TypeError(`There is no route of ${slug}.`);
  const { per_page } = route.params;
  const isOfIntervals = 'interval' in route.params && slug.endsWith('/stats');
  const params = isOfIntervals ? { ...route.params, per_page: { ...per_page, maximum: MOST_INTERVALS } } : route.params;
  return { route, read: compileShopReader(params, []), measures: (printedNumbers(slug) ?? []).map(({ name }) => name) };
}

/** Addresses of the answers are below that of the shop. */
const around = { baseUrl: '', link: (path: string) => path } as unknown as LinkContext;

/** Reads the questions of a request; one that cannot be read becomes its refusal. */
export const readQuestions = (
  questions: Readonly<Record<string, unknown>>,
  contributions: RunningContributions,
): readonly ReportQuestion<QuestionCall>[] =>
  Object.entries(questions).map(([name, question]) => {
    try {
      return { name, ...readQuestion(question as Readonly<Record<string, unknown>>, contributions) };
    } catch (error) {
      if (error instanceof DomainError) return { name, refusal: error };
      throw error;
    }
  });

function readQuestion({ report, ...sent }: Readonly<Record<string, unknown>>, contributions: RunningContributions) {
  if (!isQuestionReport(report)) throw invalid([unknownReport(report)]);
  const { route, read, measures } = routes.get(report) ?? routeOf(report);
  const parameters = withReportFilters(sent, route.params, contributions);
  const unknown = Object.keys(parameters).filter((name) => !Object.hasOwn(route.params, name));
  const strange = unknown.map((name) => problem([name], 'unknown_field', `${report} has no such parameter.`));
  if (strange.length > 0) throw invalid(strange.map((each) => ({ ...each, isForeign: true })));
  const given = readParameters(read, parameters);
  if (route.params.fields) demandKnown(given.fields, measures);
  const asked = { given, around };
  return { report, asked, input: onlyAsked(route.inputOf(asked)) };
}

/** The measures that a question names are all that it is answered with; the route adds those that its totals always have. */
const onlyAsked = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'fields' in input ? { ...input, hasOnlyFields: true } : input;

/** As the reader of the route, with the faults as fields. */
function readParameters(read: ShopReader, parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  try {
    return read({ variables: {}, json: parameters, form: {}, query: {}, whole: parameters });
  } catch (error) {
    const faults = error instanceof DomainError ? (error.details.details as Faults | undefined) : undefined;
    if (!faults) throw error;
    throw invalid(Object.entries(faults).map(([name, { code, message }]) => problem([name], code, message)));
  }
}

type Faults = Readonly<Record<string, { readonly code: string; readonly message: string }>>;

/** Refuses measures that the report does not have; the route passes over them. */
function demandKnown(fields: unknown, measures: readonly string[]): void {
  if (!Array.isArray(fields)) return;
  const known = [...measures, 'segments'];
  const wrong = [...fields.keys()].filter((place) => !known.includes(String(fields[place])));
  const words = `Its measures are ${measures.join(', ')}.`;
  if (wrong.length > 0) throw invalid(wrong.map((place) => problem(['fields', place], 'unknown_measure', words)));
}

const unknownReport = (report: unknown): FieldProblem =>
  report === undefined
    ? problem(['report'], 'required', 'A question names its report.')
    : problem(['report'], 'unknown_report', `The reports are ${questionReports.join(', ')}.`);

const problem = (path: FieldProblem['path'], code: string, message: string): FieldProblem => ({ path, code, message });

/** The published answers, by the names of the questions. */
export const presentAnswers = (answered: readonly AnsweredQuestion[], actor: Actor): object =>
  Object.fromEntries(answered.map((each) => [each.name, presentAnswer(each as AnsweredQuestion<QuestionCall>, actor)]));

function presentAnswer(question: AnsweredQuestion<QuestionCall>, actor: Actor): object {
  if ('refusal' in question) return { problem: problemIn(below(question.refusal, ['questions', question.name])) };
  const { report, output, asked } = question;
  const { route } = routes.get(report) ?? routeOf(report);
  return { answer: documentOf(route.present(output, { actor, ...asked })) };
}

/** Rows of a list without links, or totals with intervals; with the number of all rows or intervals. */
function documentOf({ body, list }: Answer): object {
  if (!Array.isArray(body)) return { ...(body as object), ...(list && { total: list.total }) };
  const rows = body.map(({ _links, ...row }: Readonly<Record<string, unknown>>) => row);
  return { rows, total: list?.total ?? rows.length };
}
