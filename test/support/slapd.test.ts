import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { describeWithSlapd, startSlapd } from './slapd.ts';

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

describeWithSlapd('the test directory', () => {
  it('has entries of users', async () => {
    const slapd = await startSlapd();
    try {
      const found = await slapd.administer((client) => client.search(slapd.baseDn, { filter: '(uid=ana)' }));
      expect(found.searchEntries.map(({ dn }) => dn)).toEqual([slapd.people.ana.dn]);
    } finally {
      await slapd.stop();
    }
  });

  it('holds what it held when it is killed and started again', async () => {
    const slapd = await startSlapd();
    try {
      await slapd.administer((client) => client.del(slapd.people.carl.dn));
      await slapd.kill();
      expect(await isListening(slapd.port)).toBe(false);
      await slapd.restart();
      const found = await slapd.administer((client) => client.search(slapd.baseDn, { filter: '(uid=carl)' }));
      expect(found.searchEntries).toEqual([]);
    } finally {
      await slapd.stop();
    }
  });

  it('ends when the process that started it is killed', async () => {
    const slapd = new URL('./slapd.ts', import.meta.url).href;
    const script = `const { startSlapd } = await import(${JSON.stringify(slapd)});
      console.log((await startSlapd()).port);
      setInterval(() => {}, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface({ input: owner.stdout }), 'line');
    expect(await isListening(Number(line))).toBe(true);
    owner.kill('SIGKILL');
    await expect.poll(() => isListening(Number(line)), { timeout: 10_000 }).toBe(false);
  });
});
