import { once } from 'node:events';
import type { Context } from './context.ts';

/** Writes a streamed answer to the standard output, with back-pressure. */
export async function writeChunks(
  { print, terminal }: Pick<Context, 'print' | 'terminal'>,
  chunks: AsyncIterable<string>,
): Promise<void> {
  let written = 0;
  for await (const chunk of chunks) {
    if (!terminal.stdout.write(chunk)) await once(terminal.stdout, 'drain');
    written += chunk.length;
    if (terminal.stdout.isTTY !== true) print.progress(`${(written / 1_000_000).toFixed(1)} million characters`);
  }
  print.progress('');
}
