import { once } from 'node:events';
import { connect } from 'node:net';
import { createHttpApp, type HttpAppOptions, type Listenable, listen } from '@backroom/adapters-http';
import { tinyCore, tinyRoutes } from '../http/tiny-interface.ts';

/** Lines written to a log, for checks. */
export function openLog() {
  const lines: {
    readonly level: string;
    readonly event: string;
    readonly facts: Readonly<Record<string, unknown>>;
    readonly cause?: unknown;
  }[] = [];
  const write =
    (level: string) =>
    (event: string, facts: Readonly<Record<string, unknown>> = {}) =>
      void lines.push({ level, event, facts });
  const error = (event: string, cause: unknown, facts: Readonly<Record<string, unknown>> = {}) =>
    void lines.push({ level: 'error', event, facts, cause });
  return { lines, info: write('info'), warn: write('warn'), error };
}

/** A server on a free port, ended at the end of the block that holds it with `await using`. */
export async function running(app: Listenable) {
  const { address, close } = await listen(app, { host: '127.0.0.1', port: 0 });
  return { ...address, close, [Symbol.asyncDispose]: () => close(0) };
}

/** The tiny core behind a real server. */
export const serving = async (options: Partial<HttpAppOptions> = {}) =>
  running(createHttpApp({ core: tinyCore(), routes: tinyRoutes(), ...options }));

/** Headers of a signed-in user. */
export const ana = { authorization: 'Bearer user.7' };

/** Sends these bytes over a fresh connection, and returns the answer until the other side closes it. */
export async function raw(port: number, ...pieces: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const answer: Buffer[] = [];
  socket.on('data', (piece) => answer.push(Buffer.from(piece)));
  socket.on('error', () => {});
  for (const piece of pieces) socket.write(piece);
  await once(socket, 'close');
  return Buffer.concat(answer).toString();
}
