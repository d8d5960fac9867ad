import { setTimeout } from 'node:timers/promises';
import type { ServerProcess } from '../../resilience/server-process.ts';
import { sendJson } from '../../support/send-json.ts';
import { plantedPassword } from './good-values.ts';

const imports = '/index.php?rest_route=/shop-analytics/reports/import';
/** Maximum polls for the end of an import, 100 ms apart. */
const TRIES = 600;

/** Imports all facts, because requests of the flood may have deleted them, and waits until that has ended. */
export async function importFacts(server: ServerProcess): Promise<void> {
  const { token } = await server.makeAccount({ role: 'admin', password: plantedPassword });
  const ask = async (method: string, path: string, body?: unknown) =>
    (await sendJson(method, `${server.url}${path}`, body, { token })).json() as Promise<Members>;
  const ended = async () => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { is_importing: isImporting } = await ask('GET', `${imports}/status`);
      if (isImporting === false) return;
      await setTimeout(100);
    }
    throw new Error('The import of facts does not end.');
  };
  await ended();
  const { status, message } = await ask('POST', imports, {});
  if (status !== 'success') throw new Error(`The import of facts did not begin: ${String(message)}`);
  await ended();
}

interface Members {
  readonly [member: string]: unknown;
}
