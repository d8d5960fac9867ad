import { describe, expect, it } from 'vitest';
import { createDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { roundsIn } from '../support/how-long.ts';
import { type ServerProcess, signIn, startServer, withAdministrator } from './server-process.ts';

const rounds = roundsIn({ whole: 20, short: 3 });

describe('three servers that are started together on an empty PostgreSQL', () => {
  it(`all start and serve, ${rounds} of ${rounds} times`, { timeout: rounds * 120_000 }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const name = await createDatabase();
      const variables = withAdministrator({ DATABASE_URL: serverUrl(name) });
      const starts = await Promise.allSettled([1, 2, 3].map(() => startServer(variables)));
      const servers = starts
        .filter((each): each is PromiseFulfilledResult<ServerProcess> => each.status === 'fulfilled')
        .map(({ value }) => value);
      try {
        expect(servers).toHaveLength(3);
        for (const { url } of servers) expect(await signIn(url)).toEqual(expect.any(String));
      } finally {
        for (const each of servers) await each.kill();
        await dropDatabase(name);
      }
    }
  });
});
