import { DomainError } from '@backroom/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasesWith } from '../support/databases.ts';
import { type Database, DatabaseBusy, NothingCommitted } from '../support/persistence.ts';
import { listen } from '../support/statements.ts';
import { Thing, type ThingTables, things } from '../support/things.ts';

const fresh = (): string => `thing ${Math.random()}`;
const failure = (code: string): Error => Object.assign(new Error(`failure ${code}`), { code });

describe.each(databasesWith<ThingTables>(things))('units of work on $name', ({ open }) => {
  let database: Database<ThingTables>;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const add = (name: string) => database.kysely().insertInto('thing').values({ name }).execute();
  const count = async (name: string): Promise<number> => {
    const query = database.kysely().selectFrom('thing').where('name', '=', name);
    return Number((await query.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()).count);
  };

  describe('a unit of work', () => {
    it('commits what it did, and returns its result', async () => {
      const name = fresh();
      const seen = await database.unitOfWork.run(async () => {
        await add(name);
        return count(name);
      });
      expect(seen).toBe(1);
      expect(await count(name)).toBe(1);
    });

    it('undoes everything when the work rejects, and passes the error on untouched', async () => {
      const name = fresh();
      const error = new Error('no');
      const work = async (): Promise<void> => {
        await add(name);
        throw error;
      };
      await expect(database.unitOfWork.run(work)).rejects.toBe(error);
      expect(await count(name)).toBe(0);
    });

    it('undoes everything when its first statement fails, and leaves the connection in order', async () => {
      const name = fresh();
      const work = async (): Promise<void> => {
        const broken = sql`select ${1}::int / ${0}::int`.execute(database.kysely());
        await Promise.all([broken, add(name)]);
      };
      await expect(database.unitOfWork.run(work)).rejects.toMatchObject({ code: '22012' });
      expect(await count(name)).toBe(0);
      await add(name);
      expect(await count(name)).toBe(1);
    });

    it('is begun although its first statement has a value that cannot be sent', async () => {
      const name = fresh();
      const endless: unknown[] = [];
      endless.push({ endless });
      const statement = (value: unknown) => sql`select ${value}::jsonb as it`.execute(database.kysely());
      for (let round = 0; round < 3; round += 1) {
        await statement('[1]');
        const work = async (): Promise<void> => {
          await expect(statement(endless)).rejects.toThrow(/circular/i);
          await add(name);
          throw failure('none');
        };
        await expect(database.unitOfWork.run(work)).rejects.toThrow('failure none');
        expect(await count(name)).toBe(0);
      }
    });

    it('may be empty, or begin with a text of several statements', async () => {
      const name = fresh();
      await database.unitOfWork.run(async () => {});
      await expect(database.unitOfWork.run(() => Promise.reject(failure('none')))).rejects.toThrow('failure none');
      await database.unitOfWork.run(async () => {
        await sql.raw(`insert into thing (name) values ('${name}'); select 1`).execute(database.kysely());
        expect(await count(name)).toBe(1);
      });
      expect(await count(name)).toBe(1);
    });

    it('refuses to be begun inside another one', async () => {
      const nested = database.unitOfWork.run(() => database.unitOfWork.run(async () => {}));
      await expect(nested).rejects.toThrow(TypeError);
    });

    it('shares its transaction with entities and writes what changed in them', async () => {
      const name = fresh();
      await database.unitOfWork.run(async () => {
        await add(name);
        const thing = await database.session().findOneOrFail(Thing, { name });
        thing.amount = '12.50';
      });
      const stored = await database.session().findOneOrFail(Thing, { name });
      expect(stored.amount).toBe('12.50');
    });

    it('keeps its changes from others until it commits', async () => {
      if (database.kind !== 'server') return;
      const name = fresh();
      const added = Promise.withResolvers<void>();
      const looked = Promise.withResolvers<void>();
      const unit = database.unitOfWork.run(async () => {
        await add(name);
        added.resolve();
        await looked.promise;
      });
      await added.promise;
      expect(await count(name)).toBe(0);
      looked.resolve();
      await unit;
      expect(await count(name)).toBe(1);
    });

    it('reports that nothing was committed when a failed statement was ignored', async () => {
      const name = fresh();
      const work = async (): Promise<void> => {
        await add(name);
        await add(name).catch(() => {});
      };
      await expect(database.unitOfWork.run(work)).rejects.toThrow(NothingCommitted);
      expect(await count(name)).toBe(0);
    });

    it('accepts concurrent statements, and waits for all of them before a rollback', async () => {
      const name = fresh();
      const work = () => Promise.all([add(name), add(name), add(fresh()), add(fresh())]);
      await expect(database.unitOfWork.run(work)).rejects.toMatchObject({ code: '23505' });
      expect(await count(name)).toBe(0);
    });

    it('sends no queued statement when the work rejected', async () => {
      const begun: Promise<unknown>[] = [];
      const listening = listen();
      const work = async (): Promise<void> => {
        for (let count = 0; count < 5; count += 1) begun.push(add(fresh()));
        for (const each of begun) each.catch(() => {});
        throw new Error('no');
      };
      await expect(database.unitOfWork.run(work)).rejects.toThrow('no');
      const outcomes = await Promise.allSettled(begun);
      listening.stop();
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', ...Array(4).fill('rejected')]);
      expect(listening.sent.filter(({ text }) => text.startsWith('insert'))).toHaveLength(1);
    });

    it('refuses statements after its end', async () => {
      let late: Promise<unknown> | undefined;
      const committed = Promise.withResolvers<void>();
      await database.unitOfWork.run(async () => {
        late = committed.promise.then(() => add(fresh()));
        late.catch(() => {});
      });
      committed.resolve();
      await expect(late).rejects.toThrow('already committed');
    });

    it('is done again after a collision', async () => {
      const name = fresh();
      let tries = 0;
      await database.unitOfWork.run(async () => {
        tries += 1;
        await add(name);
        if (tries < 4) throw failure(tries % 2 === 0 ? '40P01' : '40001');
      });
      expect(tries).toBe(4);
      expect(await count(name)).toBe(1);
    });

    it('reports the database as busy after four collisions', async () => {
      let tries = 0;
      const work = async (): Promise<void> => {
        tries += 1;
        throw failure('40001');
      };
      const error = await database.unitOfWork.run(work).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(DatabaseBusy);
      expect(error).toBeInstanceOf(DomainError);
      expect(error).toHaveProperty('code', 'busy');
      expect(error).toHaveProperty('cause.code', '40001');
      expect(tries).toBe(4);
    });

    it('lets twenty writers change the same row one after the other', async () => {
      const name = fresh();
      await add(name);
      const increment = () =>
        database.unitOfWork.run(async () => {
          const row = database.kysely().selectFrom('thing').select('visits').where('name', '=', name);
          const { visits } = await row.forUpdate().executeTakeFirstOrThrow();
          await database
            .kysely()
            .updateTable('thing')
            .set({ visits: visits + 1 })
            .where('name', '=', name)
            .execute();
        });
      await Promise.all(Array.from({ length: 20 }, increment));
      const row = database.kysely().selectFrom('thing').select('visits').where('name', '=', name);
      expect(await row.executeTakeFirstOrThrow()).toEqual({ visits: 20 });
    });
  });

  describe('an effect', () => {
    it('happens once, after the commit, outside of the unit', async () => {
      const name = fresh();
      const seen: number[] = [];
      let tries = 0;
      await database.unitOfWork.run(async () => {
        tries += 1;
        database.unitOfWork.afterCommit(async () => {
          await database.unitOfWork.run(async () => seen.push(await count(name)));
        });
        await add(name);
        if (tries === 1) throw failure('40001');
        expect(seen).toEqual([]);
      });
      await database.unitOfWork.settled();
      expect(seen).toEqual([1]);
    });

    it('does not happen when the work was undone', async () => {
      let happened = false;
      const work = async (): Promise<void> => {
        database.unitOfWork.afterCommit(() => {
          happened = true;
        });
        throw new Error('no');
      };
      await expect(database.unitOfWork.run(work)).rejects.toThrow('no');
      await database.unitOfWork.settled();
      expect(happened).toBe(false);
    });

    it('does not reach the work with its failure', async () => {
      const work = async (): Promise<string> => {
        database.unitOfWork.afterCommit(() => {
          throw new Error('no');
        });
        database.unitOfWork.afterCommit(async () => {
          throw new Error('no');
        });
        return 'done';
      };
      expect(await database.unitOfWork.run(work)).toBe('done');
      await database.unitOfWork.settled();
    });

    it('happens at once outside of a unit', () => {
      let happened = false;
      database.unitOfWork.afterCommit(() => {
        happened = true;
      });
      expect(happened).toBe(true);
    });
  });

  describe('a read', () => {
    it('refuses changes', async () => {
      await expect(database.unitOfWork.read(() => add(fresh()))).rejects.toMatchObject({ code: '25006' });
    });

    it('sees one state of the data', async () => {
      if (database.kind !== 'server') return;
      const name = fresh();
      const seen = await database.unitOfWork.read(async () => {
        const before = await count(name);
        // A query builder that was obtained outside uses the pool.
        await outside.insertInto('thing').values({ name }).execute();
        return [before, await count(name)];
      });
      expect(seen).toEqual([0, 0]);
      expect(await count(name)).toBe(1);
    });
    let outside: ReturnType<typeof database.kysely>;
    beforeAll(() => {
      outside = database.kysely();
    });
  });
});
