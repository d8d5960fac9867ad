import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Exports all orders of a shop in a process of its own, and tells how long it took, and how much memory. */
export async function measureExports(url: string, say: (text: string) => void): Promise<void> {
  const script = fileURLToPath(new URL('./exporting.ts', import.meta.url));
  const env = {
    ...process.env,
    ...{ DATABASE_URL: url, JWT_SECRET: 'a secret for measuring that nobody else uses' },
    // As `npm start` runs the server.
    NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=1200',
  };
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
  for (const [name, value] of Object.entries(JSON.parse(stdout) as object)) say(`${name.padEnd(24)} ${String(value)}`);
}
