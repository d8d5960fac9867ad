import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ManualClock } from '@backroom/adapters-memory';
import { CsvTables, FolderFiles, HmacSignatures } from '@backroom/adapters-node';
import type { Core } from '@backroom/core';
import type { MailMessage, MailRoute } from '@backroom/core/mail';
import { parse } from 'csv-parse/sync';
import { anAdministrator } from './builders.ts';
import { workOff } from './jobs.ts';
import { shopOf } from './shop.ts';
import { coreOn, type Stores } from './stores.ts';

const administrator = anAdministrator();

/** A shop whose reports can be exported, with files in a folder of its own and mail that is only noted. */
export interface ExportingShop {
  readonly core: Core;
  readonly files: FolderFiles;
  readonly sent: readonly MailMessage[];
  begin(type: string, args?: object, more?: object): Promise<Begun>;
  status(type: string, id: string): Promise<Progressed>;
  /** Begins an export, waits for its end, and reads its file. */
  exported(type: string, args?: object): Promise<readonly (readonly string[])[]>;
  /** The content of the file of an export, byte for byte. */
  textOf(type: string, id: string): Promise<string>;
  close(): Promise<void>;
}

/** What begins an export answers. */
export interface Begun {
  readonly status: number;
  readonly body: { readonly export_id: string; readonly message: string; readonly code?: string };
}
/** What the status of an export answers. */
export interface Progressed {
  readonly status: number;
  readonly body: { readonly percent_complete: number; readonly download_url?: string; readonly code?: string };
}

/** Reads a file as strict readers do. */
export const readCsv = (text: string): readonly (readonly string[])[] => parse(text, { bom: true }) as string[][];

/** Opens such a shop on existing stores. */
export async function exportingShop(stores: Stores, clock: ManualClock): Promise<ExportingShop> {
  const folder = await mkdtemp(join(tmpdir(), 'backroom-exports-'));
  const sent: MailMessage[] = [];
  const files = new FolderFiles(join(folder, 'files'));
  const signatures = new HmacSignatures(() => [Buffer.alloc(32, 7)]);
  const route: MailRoute = { transport: 'folder', uri: folder, from: (name) => `${name} <shop@example.org>` };
  const mail = { route, send: async (message: MailMessage) => void sent.push(message) };
  const core = coreOn({ ...stores, files, signatures, mail, tables: new CsvTables() } as Stores, {}, clock);
  const { ask } = shopOf(core);
  const path = (type: string) => `/shop-analytics/reports/${type}/export`;
  const begin = async (type: string, args: object = {}, more: object = {}) =>
    (await ask({ method: 'POST', path: path(type), body: { report_args: args, ...more }, as: administrator })) as Begun;
  const textOf = async (type: string, id: string) => {
    const file = await files.open(`shop-${type}-report-export-${id}.csv`);
    const parts: Uint8Array[] = [];
    for await (const part of file?.chunks() ?? []) parts.push(part);
    await file?.close();
    return Buffer.concat(parts).toString();
  };
  return {
    ...{ core, files, sent, begin, textOf },
    status: async (type, id) => (await ask({ path: `${path(type)}/${id}/status`, as: administrator })) as Progressed,
    async exported(type, args) {
      const { body } = await begin(type, args);
      await workOff(core);
      return readCsv(await textOf(type, body.export_id));
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
