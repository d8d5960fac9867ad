import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { Progress } from '@backroom/core';
import {
  camel,
  type Descriptor,
  inventoryRoutes,
  type Params,
  type RestResponse,
  text,
} from '@backroom/core/interface';
import { type Command, command } from '../command.ts';
import type { Context } from '../context.ts';
import { ExitCode } from '../exit-code.ts';
import { CommandFailure } from '../failure.ts';
import { pairs, table } from '../print.ts';
import { isRefusal, tellRefusal } from '../tell-answer.ts';

const routes = inventoryRoutes({ publicDocs: false });

/** The parameters of a route as flags: lists are typed with commas, and what has open members cannot be typed. */
function flagsOf(path: string): Params {
  const { params = {} } = routes.find((route) => route.path === path) ?? {};
  const entries = Object.entries(params).filter(([, { type }]) => type !== 'object');
  return Object.fromEntries(entries.map(([name, descriptor]) => [name, flagOf(descriptor)]));
}

const flagOf = ({ type, description = '', in: _, ...descriptor }: Descriptor): Descriptor =>
  type === 'array'
    ? text({ description: `${description} Several with commas.`.trim() })
    : { ...descriptor, type, description };

type Given = Readonly<Record<string, unknown>>;

const queryOf = (params: Params, given: Given): [string, string][] =>
  Object.keys(params).flatMap((name): [string, string][] => {
    const value = given[camel(name)];
    if (value === undefined) return [];
    return [[name, value instanceof Date ? value.toISOString() : String(value)]];
  });

/** The command that takes in a file of rows. */
function importCommand(what: 'items' | 'operations', summary: string, examples: readonly string[]): Command {
  const path = `/${what}/import`;
  const params = flagsOf(path);
  return command({
    name: `${what} import`,
    group: 'Stock',
    summary,
    examples,
    args: { file: text({ required: true, description: 'A CSV file, or - for the standard input.' }) },
    flags: params,
    async run(context, given: Given) {
      const { file } = given as { readonly file: string };
      const opened = await openFile(context, file);
      try {
        const upload = { chunks: opened.chunks, tell: teller(context) };
        const query = queryOf(params, given);
        const backend = await context.backend();
        const response = await backend
          .call({ method: 'POST', path, query, upload }, context.as)
          .finally(clear(context));
        return isRefusal(response) ? tellRefusal(context, response) : tellReport(context, response);
      } finally {
        await opened.close();
      }
    },
  });
}

/** The command that gives out a whole table. */
function exportCommand(what: 'items' | 'operations', summary: string, examples: readonly string[]): Command {
  const path = `/${what}/export`;
  const params = flagsOf(path);
  return command({
    name: `${what} export`,
    group: 'Stock',
    summary,
    examples,
    flags: params,
    async run(context, given: Given) {
      const form = context.print.isJson ? 'json' : 'csv';
      const query = queryOf(params, { format: form, ...given });
      const backend = await context.backend();
      const response = await backend.call({ method: 'GET', path, query }, context.as);
      if (isRefusal(response)) return tellRefusal(context, response);
      await pour(context, response.chunks);
      return ExitCode.ok;
    },
  });
}

interface OpenFile {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Closes it, whether anything of it was read or not. */
  close(): Promise<void>;
}

async function openFile({ terminal }: Context, file: string): Promise<OpenFile> {
  if (file === '-') return { chunks: terminal.stdin, close: async () => {} };
  const handle = await open(file).catch(() => {
    throw new CommandFailure(ExitCode.notFound, 'not_found', `The file ${file} cannot be read.`);
  });
  return { chunks: handle.createReadStream({ autoClose: false }), close: () => handle.close() };
}

const teller =
  ({ print }: Context) =>
  ({ stage, rows, total }: Progress): void =>
    print.progress(stage === 'reading' ? `${rows} rows read` : `${rows} of ${total ?? rows} rows done`);

/** Takes the last word about the progress away. */
const clear =
  ({ print }: Context) =>
  (): void =>
    print.progress('');

/** Writes a table as fast as it is taken. */
async function pour(context: Context, chunks: AsyncIterable<string> | undefined): Promise<void> {
  const { print, terminal } = context;
  let written = 0;
  for await (const chunk of chunks ?? []) {
    if (!terminal.stdout.write(chunk)) await once(terminal.stdout, 'drain');
    written += chunk.length;
    if (terminal.stdout.isTTY !== true) print.progress(`${(written / 1_000_000).toFixed(1)} million characters`);
  }
  clear(context)();
}

interface Report {
  readonly dry_run: boolean;
  readonly failed: number;
  readonly errors: readonly {
    readonly row: number;
    readonly field: string;
    readonly code: string;
    readonly message: string;
  }[];
  readonly [count: string]: unknown;
}

function tellReport({ print }: Context, response: RestResponse): ExitCode {
  const { dry_run: isTrial, errors, ...counts } = response.body as Report;
  const rows = errors.map(({ row, field, code, message }) => [row, field, code, message]);
  print.result(response.body, [
    ...pairs(counts),
    ...(rows.length === 0 ? [] : ['', ...table(['row', 'column', 'code', 'message'], rows)]),
  ]);
  if (isTrial) print.say('Nothing was done: that is what would come of it.');
  return counts.failed === 0 ? ExitCode.ok : ExitCode.invalid;
}

/** What takes in and gives out whole tables. */
export const tableCommands: readonly Command[] = [
  importCommand('items', 'Make and change items as the rows of a CSV file say; all rows or none.', [
    'backroom items import items.csv --dry-run',
    'backroom items import items.csv --create-missing --on-error skip',
    'backroom items export | backroom items import - --database-url postgres://…',
  ]),
  exportCommand('items', 'Print all items that match as CSV or JSON.', [
    'backroom items export > items.csv',
    'backroom items export --format json --location SHELF-1',
  ]),
  importCommand('operations', 'Record the movements of a CSV file, row by row; all rows or none.', [
    'backroom operations import deliveries.csv --as anna',
  ]),
  exportCommand('operations', 'Print all operations that match as CSV or JSON, the oldest first.', [
    'backroom operations export --recorded-from 2026-11-01T00:00:00Z > november.csv',
  ]),
];
