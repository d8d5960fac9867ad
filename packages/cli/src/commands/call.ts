import { flag, LEAST_REFUSAL, listOf, type RestResponse, text } from '@backroom/core/interface';
import { readAll } from '../ask-password.ts';
import { allRoutes, routeOf } from '../call/all-routes.ts';
import { describeRoute, descriptionOf, routeTable, summariesOf } from '../call/describe-route.ts';
import { addressOf, planCall } from '../call/plan-call.ts';
import { command } from '../command.ts';
import type { Context } from '../context.ts';
import { ExitCode, exitCodeOfStatus } from '../exit-code.ts';
import { CommandFailure } from '../failure.ts';
import type { Print } from '../print.ts';
import { writeChunks } from '../write-chunks.ts';

/** Calls any route of both interfaces. */
export const callCommand = command({
  name: 'call',
  group: 'Interface',
  summary: 'Call any route of the interfaces, with the rights of an administrator, and print its answer.',
  examples: [
    'backroom call /items q=chair per_page=5',
    'backroom call POST /items name=Chair quantity=3 attributes.color=red',
    'backroom call PUT /items/7 name=Table --if-match 3',
    'backroom call POST /items --body - < item.json',
    'backroom call /shop-admin',
    'backroom call --list',
    'backroom call POST /items --help',
  ],
  ownHelp: true,
  args: {
    route: listOf(text({ format: 'multiline' }), {
      description: 'Method (GET unless given), path, and name=value for each parameter.',
    }),
  },
  flags: {
    body: text({ format: 'multiline', description: 'The body as JSON, or - to read it from the standard input.' }),
    if_match: text({ description: 'The version that the change is based on.' }),
    key: text({ description: 'An idempotency key: repeated calls have the effect once.' }),
    list: flag({ description: 'List all routes.' }),
    describe: flag({ description: 'Show the parameters of the route.' }),
    help: flag({ description: 'The same; without a route, print this.' }),
  },
  async run(context, { route: words = [], list, describe, help, body, ...headers }) {
    const { print, terminal } = context;
    if (list) return finish(print, summariesOf(allRoutes), routeTable(allRoutes));
    if ((help || describe) && words.length > 0) return describeRoutes(print, words);
    if (help) return finish(print, { help: context.help() }, [context.help().trimEnd()]);
    const isPrivate = body === '-';
    const given = isPrivate ? await readAll(terminal) : body;
    const request = planCall({ words, isPrivate, ...headers, ...(given !== undefined && { body: given }) }, routeOf);
    const backend = await context.backend();
    const answer = await backend.call(request, { as: context.as });
    if (!answer.chunks) return printAnswer(context, answer);
    await writeChunks(context, answer.chunks);
    return exitCodeOfStatus(answer.status);
  },
});

function finish(print: Print, document: unknown, lines: readonly string[]): ExitCode {
  print.result(document, lines);
  return ExitCode.ok;
}

function describeRoutes(print: Print, words: readonly string[]): ExitCode {
  const { method, path } = addressOf(words);
  const route =
    allRoutes.find((each) => each.path === path && each.methods.some((own) => own === method)) ?? routeOf(method, path);
  if (route) return finish(print, descriptionOf(route), describeRoute(route));
  const others = allRoutes.filter(
    (each) => each.path === path || each.methods.some((own) => routeOf(own, path) === each),
  );
  if (others.length === 0)
    throw new CommandFailure(
      ExitCode.notFound,
      'not_found',
      `There is no route ${method} ${path}; see backroom call --list.`,
    );
  return finish(
    print,
    others.map(descriptionOf),
    others.flatMap((each, index) => [...(index === 0 ? [] : ['', '']), ...describeRoute(each)]),
  );
}

function printAnswer({ print }: Context, { status, body, headers }: RestResponse): ExitCode {
  if (status >= LEAST_REFUSAL && hasCode(body)) print.problem(body);
  else if (body !== undefined || print.isJson) print.json(body);
  else print.say('Done.');
  const total = Number(headers['x-total-count'] ?? headers['x-cms-total']);
  if (Array.isArray(body) && total > body.length) print.say(`${body.length} of ${total}; see page= and per_page=.`);
  return exitCodeOfStatus(status);
}

/** Refusals of both interfaces have a code; the readiness probe answers 503 without one. */
const hasCode = (body: unknown): boolean => typeof body === 'object' && body !== null && 'code' in body;
