import { choice, flag, LEAST_REFUSAL, listOf, type RestResponse, text } from '@backroom/core/interface';
import { parameterRows, parametersOf } from '../../call/describe-route.ts';
import { type Command, command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { ExitCode, exitCodeOfStatus } from '../../exit-code.ts';
import { pairs, table } from '../../print.ts';
import { type KnownReport, knownReports, reportNamed } from '../../report/known-reports.ts';
import { planReport } from '../../report/plan-report.ts';
import { type AnsweredReport, cellsOfReport, linesOfReport } from '../../report/render-report.ts';
import { withThisMonth } from '../../report/this-month.ts';

const formats = ['table', 'csv', 'json'] as const;

/** Prints any report. */
export const report: Command = command({
  name: 'report',
  group: 'Shop',
  summary: 'Print any report, of this month unless dates are given; without a name, list the reports.',
  examples: [
    'backroom report',
    'backroom report orders/stats --help',
    'backroom report revenue/stats',
    'backroom report revenue/stats interval=month after=2026-01-01T00:00:00 per_page=100',
    'backroom report products orderby=net_revenue per_page=100 --format csv > products.csv',
    'backroom report orders status_is=refunded products=7,8 match=any --format json',
    'backroom report leaderboards/customers',
  ],
  ownHelp: true,
  args: {
    report: listOf(text({ format: 'multiline' }), {
      description: 'The name of a report, and name=value for each of its parameters; several values with commas.',
    }),
  },
  flags: {
    format: choice(formats, { description: 'Table by default; with --json the JSON of the route.' }),
    bom: flag({ description: 'Begin CSV with a byte order mark, which some spreadsheets need.' }),
    help: flag({ description: 'Show the parameters of the report; without a report, print this.' }),
  },
  async run(context, { report: typed = [], format, bom = false, help = false }) {
    const { print } = context;
    const [name, ...words] = typed;
    if (name === undefined) return help ? printHelp(context) : printNames(context);
    const known = reportNamed(name);
    if (help) return printParameters(context, known);
    const form = format ?? (print.isJson ? 'json' : 'table');
    const request = await withThisMonth(context, known, planReport(known, words, form !== 'json'));
    const answer = await (await context.backend()).call(request, { as: context.as });
    if (answer.status >= LEAST_REFUSAL) return printRefusal(context, answer);
    const isNarrowed = request.query?.some(([key]) => key.split('[', 1)[0] === 'fields') ?? false;
    const answered: AnsweredReport = { report: known, body: answer.body, isNarrowed };
    if (form === 'json') print.json(answer.body);
    else if (form === 'csv') await printFile(context, answered, bom);
    else print.result(answer.body, await linesOfReport(context, answered));
    printTotal(context, answer);
    return ExitCode.ok;
  },
});

function printHelp({ print, help }: Context): ExitCode {
  print.result({ help: help() }, [help().trimEnd()]);
  return ExitCode.ok;
}

function printNames({ print }: Context): ExitCode {
  const named = knownReports.map(({ name, summary }) => ({ name, summary }));
  print.result(
    named,
    table(
      ['report', 'summary'],
      named.map(({ name, summary }) => [name, summary]),
    ),
  );
  return ExitCode.ok;
}

function printParameters({ print }: Context, { name, summary, path, params }: KnownReport): ExitCode {
  const parameters = parametersOf({ methods: ['GET'], path, params });
  print.result({ name, summary, parameters: parameters.map((each) => ({ name: each.name, ...each.descriptor })) }, [
    `backroom report ${name} [name=value …]`,
    summary,
    '',
    ...table(
      ['name', 'type', '', ''],
      parameterRows(parameters).map(([own = '', , ...rest]) => [own, ...rest]),
    ),
    '',
    ...pairs({ '--format': formats.join('|'), '--bom': 'CSV begins with a byte order mark' }),
  ]);
  return ExitCode.ok;
}

/** Prints a refusal of the shop interface, with the invalid parameters. */
function printRefusal({ print }: Context, { status, body }: RestResponse): ExitCode {
  const { message, data } = body as { readonly message?: string; readonly data?: { readonly params?: object } };
  if (print.isJson) print.problem(body);
  else
    print.insist(
      `backroom: ${message ?? 'The report was refused.'}`,
      ...Object.entries(data?.params ?? {}).map(([name, fault]) => `  ${name}: ${String(fault)}`),
    );
  return exitCodeOfStatus(status);
}

async function printFile(context: Context, answered: AnsweredReport, hasMark: boolean): Promise<void> {
  const { CsvTables } = await import('@backroom/composition');
  const written = new CsvTables().write(await cellsOfReport(context, answered));
  context.terminal.stdout.write(hasMark ? `\uFEFF${written}` : written);
}

/** Prints the total when the answer is only a page of it. */
function printTotal({ print }: Context, { body, headers }: RestResponse): void {
  const total = Number(headers['x-cms-total']);
  const rows = Array.isArray(body) ? body : (body as { readonly intervals?: readonly unknown[] }).intervals;
  if (rows && total > rows.length) print.say(`${rows.length} of ${total}; see page= and per_page=.`);
}
