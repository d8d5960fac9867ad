import { type Route, route, section } from '../../interface/route.ts';
import { integer, listOf, namedObject, record, text } from '../../interface/schema.ts';
import { answerReports, describeReports, findAttributeValues } from '../index.ts';
import { withContributedFilters } from './contributed-filters.ts';
import { reportDeclarations } from './declarations.ts';
import { presentAnswers, readQuestions } from './questions.ts';

/** Maximum questions of one request. */
const MOST_QUESTIONS = 20;

const questions = {
  type: 'object',
  required: true,
  maxProperties: MOST_QUESTIONS,
  names: '^[a-z][a-z0-9_-]{0,63}$',
  additionalProperties: { type: 'object' },
  description:
    'Questions by name: `report` is one of GET /reports, the other members are the parameters of that report; a report that adds up returns up to 1,000 intervals.',
} as const;

/** Routes of reports for screens. */
export const reportRoutes: readonly Route[] = section(
  'Reports',
  route({
    methods: ['GET'],
    path: '/reports',
    summary: 'List the reports: measures, columns, filters and segments, for screens.',
    useCase: describeReports,
    input: (_, { contributions }) => ({ published: withContributedFilters(reportDeclarations, contributions()) }),
    present: (reports) => ({ reports }),
    returns: namedObject('ReportDeclarations', { reports: listOf(record({ name: 'ReportDeclaration' })) }),
  }),
  route({
    methods: ['POST'],
    path: '/reports/answers',
    summary: 'Answer up to 20 questions to reports from one snapshot; changes nothing.',
    params: { questions },
    lines: 'questions',
    useCase: answerReports,
    input: (given, { contributions }) => ({ questions: readQuestions(given.questions, contributions()) }),
    present: (answered, { actor }) => ({ answers: presentAnswers(answered, actor) }),
    returns: namedObject('ReportAnswers', {
      answers: record({ description: 'By the names of the questions: `answer`, or `problem`.' }),
    }),
  }),
  route({
    methods: ['GET'],
    path: '/reports/attribute-values',
    summary: 'Find values of shared attributes, which reports can be filtered by.',
    params: {
      q: text({ maxLength: 200, description: 'Part of the name of the attribute, or of the value.' }),
      limit: integer({ default: 50, minimum: 1, maximum: 200, description: 'Values at most.' }),
    },
    useCase: findAttributeValues,
    present: (values) =>
      values.map(({ attributeId, termId, ...texts }) => ({ attribute_id: attributeId, term_id: termId, ...texts })),
    returns: listOf(
      namedObject('AttributeValue', {
        attribute_id: integer(),
        term_id: integer({ description: 'As the options of an attribute of a product name it.' }),
        key: text({ description: 'Of the attribute; a filter takes `key` and `value`.' }),
        value: text(),
        attribute: text({ description: 'Name of the attribute.' }),
        term: text({ description: 'Name of the value.' }),
      }),
    ),
  }),
);
