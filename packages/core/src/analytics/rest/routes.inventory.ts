import { type Route, route, section } from '../../interface/route.ts';
import { listOf, namedObject, record } from '../../interface/schema.ts';
import { answerReports, describeReports } from '../index.ts';
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
    input: () => ({ published: reportDeclarations }),
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
    input: (given) => ({ questions: readQuestions(given.questions) }),
    present: (answered, { actor }) => ({ answers: presentAnswers(answered, actor) }),
    returns: namedObject('ReportAnswers', {
      answers: record({ description: 'By the names of the questions: `answer`, or `problem`.' }),
    }),
  }),
);
