import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../tables.ts';

/** Whether an operation, audit entry, application password or item refers to the account. */
export async function isReferredTo(db: Kysely<Tables>, userId: number): Promise<boolean> {
  const { rows } = await sql<{ referred: boolean }>`
    select exists (select from operation where user_id = ${userId})
        or exists (select from audit_event where actor_user_id = ${userId})
        or exists (select from application_password where user_id = ${userId})
        or exists (select from item where created_by = ${userId}) as referred`.execute(db);
  return rows[0]?.referred ?? false;
}
