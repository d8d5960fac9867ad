import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { startPostgres } from './postgres.ts';

async function askVersion(config: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    const answer = await client.query<{ version: string }>('select version()');
    return answer.rows[0]?.version ?? '';
  } finally {
    await client.end();
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
  });
}

describe('the PostgreSQL of this run', () => {
  test('is a real server', async () => {
    expect(await askVersion({ connectionString: inject('postgresUrl') })).toMatch(/^PostgreSQL \d+\.\d+/);
  });
});

describe('the PostgreSQL from npm', () => {
  test('starts, answers over TCP and over its unix socket, and leaves nothing behind', async () => {
    const server = await startPostgres('npm');
    try {
      expect(server.source).toBe('npm');
      expect(await askVersion({ connectionString: server.url })).toContain(`PostgreSQL ${server.version}`);
      if (process.platform !== 'win32') {
        const overSocket = { host: server.socketFolder, port: server.port, user: 'postgres', database: 'postgres' };
        expect(await askVersion(overSocket)).toContain(`PostgreSQL ${server.version}`);
      }
    } finally {
      await server.stop();
    }
    expect(await isListening(server.port)).toBe(false);
    expect(existsSync(server.socketFolder)).toBe(false);
  });
});

describe('a test PostgreSQL', () => {
  test('ends when the process that started it is killed', async () => {
    const postgres = new URL('./postgres.ts', import.meta.url).href;
    const script = `const { startPostgres } = await import(${JSON.stringify(postgres)});
      const { port, socketFolder } = await startPostgres();
      console.log(JSON.stringify({ port, socketFolder }));
      setInterval(() => {}, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let line = '{}';
    for await (const text of createInterface({ input: owner.stdout })) {
      line = text;
      break;
    }
    const { port, socketFolder } = JSON.parse(line);
    expect(await isListening(port)).toBe(true);
    owner.kill('SIGKILL');
    await expect.poll(() => existsSync(socketFolder), { timeout: 10_000 }).toBe(false);
    expect(await isListening(port)).toBe(false);
  });

  test('reports clearly that it cannot be started', () => {
    const postgres = new URL('./postgres.ts', import.meta.url).href;
    const script = `const { startPostgres } = await import(${JSON.stringify(postgres)});
      await startPostgres().catch((error) => { console.log(error.message); });`;
    const env = { ...process.env, TEST_POSTGRES: 'elsewhere' };
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' });
    expect(stdout.trim()).toBe('TEST_POSTGRES must be "installed" or "npm", not "elsewhere"');
  });
});
