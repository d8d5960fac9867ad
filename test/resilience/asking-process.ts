import { CompiledQuery } from 'kysely';
import { openWith } from '../support/persistence.ts';
import { things } from '../support/things.ts';

// A process with one connection to the given database: it executes the statements it receives.
const [, , url = ''] = process.argv;
const database = await openWith({ kind: 'server', url, poolSize: 1 }, things);

process.on('message', async ({ text, values, isUnit }: { text: string; values: unknown[]; isUnit: boolean }) => {
  const ask = async () => (await database.kysely().executeQuery(CompiledQuery.raw(text, values))).rows;
  const answer = await (isUnit ? database.unitOfWork.run(ask) : ask()).catch((error: Error) => error.message);
  process.send?.({ answer });
});
process.on('disconnect', () => process.exit(0));
process.send?.({});
