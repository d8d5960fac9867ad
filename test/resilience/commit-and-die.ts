import { sql } from 'kysely';
import { openWith } from '../support/persistence.ts';
import { ours } from '../support/templates.ts';

// Commits a change, and is killed before it can announce it.
const database = await openWith({ kind: 'server', url: process.env.DATABASE_URL ?? '' }, ours);
database.announceChanges({ isFollowed: false, announce: () => {} });
await database.unitOfWork.run(async () => {
  await sql`insert into shop_option (name, value, updated_at) values (${`written-${process.pid}`}, '1', now())`.execute(
    database.kysely(),
  );
  database.unitOfWork.afterCommit(() => void process.kill(process.pid, 'SIGKILL'));
});
