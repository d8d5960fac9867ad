import { open } from 'node:fs/promises';
import { camel, inventoryRoutes, type RestResponse, type Schema, type Schemas, text } from '@backroom/core/interface';
import { type Command, command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { ExitCode } from '../../exit-code.ts';
import { CommandFailure } from '../../failure.ts';
import { interruptible } from '../../interruptible.ts';
import { pairs, table } from '../../print.ts';
import { createProgressReport } from '../../records/progress-report.ts';
import { isRefusal, printRefusal } from '../../route-answer.ts';
import { writeChunks } from '../../write-chunks.ts';

const routes = inventoryRoutes({ publicDocs: false });

/** The parameters of a route as flags: lists with commas; objects are left out. */
function flagsOf(path: string): Schemas {
  const { params = {} } = routes.find((route) => route.path === path) ?? {};
  const entries = Object.entries(params).filter(([, { type }]) => type !== 'object');
  return Object.fromEntries(entries.map(([name, descriptor]) => [name, flagOf(descriptor)]));
}

const flagOf = ({ description = '', in: _, ...schema }: Schema): Schema =>
  schema.type === 'array'
    ? text({ description: `${description} Several with commas.`.trim() })
    : { ...schema, description };

type FlagValues = Readonly<Record<string, unknown>>;

const queryOf = (params: Schemas, given: FlagValues): [string, string][] =>
  Object.keys(params).flatMap((name): [string, string][] => {
    const value = given[camel(name)];
    if (value === undefined) return [];
    return [[name, value instanceof Date ? value.toISOString() : String(value)]];
  });

/** A command that imports a CSV file. */
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
    async run(context, given: FlagValues) {
      const { file } = given as { readonly file: string };
      const opened = await openFile(context, file);
      try {
        const { report, clear } = await createProgressReport(context, { unit: 'rows' });
        const upload = { chunks: opened.chunks, onProgress: report };
        const request = { method: 'POST', path, query: queryOf(params, given), upload };
        const send = async (signal: AbortSignal) => (await context.backend()).call(request, { as: context.as, signal });
        const response = await interruptible(context.terminal, 'Interrupted: nothing was kept.', send).finally(clear);
        return isRefusal(response) ? printRefusal(context, response) : printReport(context, response);
      } finally {
        await opened.close();
      }
    },
  });
}

/** A command that exports a whole table. */
function exportCommand(what: 'items' | 'operations', summary: string, examples: readonly string[]): Command {
  const path = `/${what}/export`;
  const params = flagsOf(path);
  return command({
    name: `${what} export`,
    group: 'Stock',
    summary,
    examples,
    flags: params,
    async run(context, given: FlagValues) {
      const form = context.print.isJson ? 'json' : 'csv';
      const query = queryOf(params, { format: form, ...given });
      const backend = await context.backend();
      const response = await backend.call({ method: 'GET', path, query, isStreamed: true }, { as: context.as });
      if (isRefusal(response)) return printRefusal(context, response);
      if (response.chunks) await writeChunks(context, response.chunks);
      return ExitCode.ok;
    },
  });
}

interface TableFile {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Closes the file, also when it was never read. */
  close(): Promise<void>;
}

async function openFile({ terminal }: Context, file: string): Promise<TableFile> {
  if (file === '-') return { chunks: terminal.stdin, close: async () => {} };
  const handle = await open(file).catch(() => {
    throw new CommandFailure(ExitCode.notFound, 'not_found', `The file ${file} cannot be read.`);
  });
  return { chunks: handle.createReadStream({ autoClose: false }), close: () => handle.close() };
}

interface TableReport {
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

function printReport({ print }: Context, response: RestResponse): ExitCode {
  const { dry_run: isDryRun, errors, ...counts } = response.body as TableReport;
  const rows = errors.map(({ row, field, code, message }) => [row, field, code, message]);
  print.result(response.body, [
    ...pairs(counts),
    ...(rows.length === 0 ? [] : ['', ...table(['row', 'column', 'code', 'message'], rows)]),
  ]);
  if (isDryRun) print.say('Dry run: nothing was stored.');
  return counts.failed === 0 ? ExitCode.ok : ExitCode.invalid;
}

/** Imports and exports items and operations. */
export const tableCommands: readonly Command[] = [
  importCommand('items', 'Create and change items from the rows of a CSV file; all rows or none.', [
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
