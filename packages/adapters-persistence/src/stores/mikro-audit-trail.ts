import { offsetOf, type Page } from '@backroom/core';
import type {
  AuditDraft,
  AuditEntry,
  AuditFilter,
  AuditPageRequest,
  AuditTrail,
  AuditWord,
} from '@backroom/core/audit';
import { LARGEST_ID, nameKey } from '@backroom/core/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

interface AuditRecord {
  readonly id: number;
  readonly at: Date;
  readonly actor_user_id: number | null;
  readonly actor_username: string | null;
  readonly actor_ip: string | null;
  readonly user_agent: string | null;
  readonly request_id: string | null;
  readonly action: string;
  readonly target_type: string | null;
  readonly target_id: string | null;
  readonly outcome: AuditEntry['outcome'];
  readonly reason: string | null;
  readonly changes: AuditEntry['changes'];
}

const columns = sql.raw(`id, at, actor_user_id, actor_username, actor_ip, user_agent, request_id, action, target_type,
  target_id, outcome, reason, changes`);

/** The audit log in PostgreSQL, where triggers reject every update of an entry. */
export class MikroAuditTrail implements AuditTrail {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async append(draft: AuditDraft): Promise<void> {
    const { actorUsername, changes } = draft;
    await this.#database
      .kysely()
      .insertInto('audit_event')
      .values({
        at: draft.at,
        actor_user_id: draft.actorUserId,
        actor_username: actorUsername,
        actor_key: actorUsername === null ? null : keyOf(actorUsername),
        actor_ip: draft.actorIp,
        user_agent: draft.userAgent,
        request_id: draft.requestId,
        action: draft.action,
        target_type: draft.targetType,
        target_id: draft.targetId,
        outcome: draft.outcome,
        reason: draft.reason,
        changes: changes && JSON.stringify(changes),
      })
      .execute();
  }

  async list(filter: AuditFilter, { beforeId, afterId, ...page }: AuditPageRequest): Promise<Page<AuditEntry>> {
    const db = this.#database.kysely();
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from audit_event where ${conditionOf(filter)}`.execute(db);
    const isKeyset = beforeId !== undefined || afterId !== undefined;
    const entries = await this.#select(filter, {
      beforeId,
      afterId,
      limit: page.perPage,
      order: sql`desc`,
      offset: isKeyset ? 0 : offsetOf(page),
    });
    return { entries, total: counted.rows[0]?.total ?? 0 };
  }

  async read(
    filter: AuditFilter,
    { afterId, limit }: { readonly afterId: number; readonly limit: number },
  ): Promise<readonly AuditEntry[]> {
    return this.#select(filter, { afterId, limit, order: sql`asc`, offset: 0 });
  }

  async words(member: AuditWord, most: number): Promise<readonly string[]> {
    const { column, only } = wordColumns[member];
    // Each step reads one entry of an index, so that the size of the log does not count.
    const next = (above: RawBuilder<unknown>) =>
      sql`select ${column}::text from audit_event where ${only} and ${above} order by ${column} limit 1`;
    const { rows } = await sql<{ word: string }>`
      with recursive found (word, place) as (
        select (${next(sql`true`)}), 1
        union all
        select (${next(sql`${column} > found.word`)}), place + 1 from found where word is not null and place < ${most}
      ) select word from found where word is not null order by place`.execute(this.#database.kysely());
    return rows.map(({ word }) => word);
  }

  async forget(before: Date, limit: number): Promise<number> {
    const { rows } = await sql<{ forgotten: number }>`
      select forget_audit_events(${before}, ${limit}) as forgotten`.execute(this.#database.kysely());
    return rows[0]?.forgotten ?? 0;
  }

  async #select(
    filter: AuditFilter,
    { beforeId, afterId, limit, offset, order }: AuditSlice,
  ): Promise<readonly AuditEntry[]> {
    const conditions = [
      conditionOf(filter),
      ...(beforeId === undefined ? [] : [sql`id < ${beforeId}`]),
      ...(afterId === undefined ? [] : [sql`id > ${afterId}`]),
    ];
    // The limit is a literal, because the query plan depends on it.
    const { rows } = await sql<AuditRecord>`
      select ${columns} from audit_event where ${sql.join(conditions, sql` and `)}
      order by id ${order} limit ${sql.lit(limit)} offset ${offset}`.execute(this.#database.kysely());
    return rows.map(toEntry);
  }
}

/** Indexed columns, with the predicates of their indexes. */
const wordColumns: Readonly<Record<AuditWord, Readonly<Record<'column' | 'only', RawBuilder<unknown>>>>> = {
  action: { column: sql.raw('action'), only: sql`true` },
  actor: { column: sql.raw('actor_key'), only: sql`actor_key is not null` },
  targetType: { column: sql.raw('target_type'), only: sql`target_id is not null` },
};

interface AuditSlice {
  readonly beforeId?: number | undefined;
  readonly afterId?: number | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly order: RawBuilder<unknown>;
}

/** Column `actor_key` has 150 characters and folding can lengthen a name: writes and searches truncate alike. */
const keyOf = (name: string): string => nameKey(name).slice(0, 150);

function actorIs(value: string): RawBuilder<unknown> {
  const matchesName = sql`actor_key = ${keyOf(value)}`;
  const isId = /^[1-9][0-9]{0,9}$/.test(value) && Number(value) <= LARGEST_ID;
  return isId ? sql`(actor_user_id = ${Number(value)} or ${matchesName})` : matchesName;
}

/** `user.*` is the range from `user.` to `user/`, the next byte; the column is collated by bytes. */
function actionIs(value: string): RawBuilder<unknown> {
  if (!value.endsWith('.*')) return sql`action = ${value}`;
  const stem = value.slice(0, -2);
  return sql`(action >= ${`${stem}.`} and action < ${`${stem}/`})`;
}

type AuditPredicate<Value> = (value: Value) => RawBuilder<unknown>;

/** Predicate of each filter, shared by counting and reading. */
const predicates: { readonly [K in keyof AuditFilter]-?: AuditPredicate<NonNullable<AuditFilter[K]>> } = {
  action: actionIs,
  actor: actorIs,
  targetType: (type) => sql`target_type = ${type}`,
  targetId: (id) => sql`target_id = ${id}`,
  outcome: (outcome) => sql`outcome = ${outcome}`,
  from: (moment) => sql`at >= ${moment}`,
  to: (moment) => sql`at < ${moment}`,
};

function conditionOf(filter: AuditFilter): RawBuilder<unknown> {
  const conditions = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [(predicates[name as keyof AuditFilter] as AuditPredicate<unknown>)(value)],
  );
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

const toEntry = (row: AuditRecord): AuditEntry => ({
  id: row.id,
  at: row.at,
  actorUserId: row.actor_user_id,
  actorUsername: row.actor_username,
  actorIp: row.actor_ip,
  userAgent: row.user_agent,
  requestId: row.request_id,
  action: row.action,
  targetType: row.target_type,
  targetId: row.target_id,
  outcome: row.outcome,
  reason: row.reason,
  changes: row.changes,
});
