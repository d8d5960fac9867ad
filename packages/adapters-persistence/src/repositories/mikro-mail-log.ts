import type { Page } from '@backroom/core';
import type {
  MailAddressee,
  MailChanges,
  MailCountFilter,
  MailCounts,
  MailFilter,
  MailLog,
  MailRecord,
  MailStatus,
  MailSummary,
  NewMailRecord,
} from '@backroom/core/mail';
import { type FilterObject, type FilterQuery, raw } from '@mikro-orm/core';
import type { Database } from '../database.ts';
import {
  longColumns,
  MailRecordEntity,
  type MailRow,
  mailColumns,
  toMailRecord,
  toMailSummary,
} from '../entities/mail-record.ts';

/** The mail log in PostgreSQL. */
export class MikroMailLog implements MailLog {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(record: NewMailRecord): Promise<MailRecord> {
    const session = this.#database.session();
    const row = session.create(MailRecordEntity, mailColumns(record));
    await session.persist(row).flush();
    return toMailRecord(row);
  }

  async find(id: number): Promise<MailRecord | undefined> {
    const row = await this.#database.session().findOne(MailRecordEntity, { id }, { refresh: true });
    return row === null ? undefined : toMailRecord(row);
  }

  async list(
    filter: MailFilter,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<Page<MailSummary>> {
    const [rows, total] = await this.#database.session().findAndCount(MailRecordEntity, conditionOf(filter), {
      exclude: longColumns,
      disableIdentityMap: true,
      orderBy: { createdAt: 'desc', id: 'desc' },
      offset,
      limit,
    });
    return { entries: rows.map(toMailSummary), total };
  }

  async countByStatus(filter: MailCountFilter): Promise<ReadonlyMap<MailStatus, number>> {
    const rows = await this.#database
      .session()
      .createQueryBuilder(MailRecordEntity)
      .where(conditionOf(filter))
      .select(['status', raw('count(*)::int as total')])
      .groupBy('status')
      .execute<{ status: MailStatus; total: number }[]>('all', false);
    return new Map(rows.map(({ status, total }) => [status, total]));
  }

  async change(
    id: number,
    { fault, ...changes }: MailChanges,
    statuses?: readonly MailStatus[],
  ): Promise<MailSummary | undefined> {
    const session = this.#database.session();
    const condition = { id, ...(statuses && { status: { $in: [...statuses] } }) };
    const faults = fault === undefined ? {} : { faultCode: fault?.code ?? null, faultMessage: fault?.message ?? null };
    const changed = await session.nativeUpdate(MailRecordEntity, condition, { ...changes, ...faults });
    if (changed === 0) return undefined;
    const row = await session.findOne(MailRecordEntity, { id }, { refresh: true });
    return row === null ? undefined : toMailSummary(row);
  }

  async count(since: Date): Promise<MailCounts> {
    const session = this.#database.session();
    const made = { createdAt: { $gte: since } };
    const count = (status: MailStatus) => session.count(MailRecordEntity, { ...made, status });
    return {
      queued: await count('queued'),
      sent: await count('sent'),
      failed: await count('failed'),
      opened: await session.count(MailRecordEntity, { ...made, openedAt: { $ne: null } }),
    };
  }

  async erase({ email, userId }: MailAddressee): Promise<number> {
    const conditions: FilterQuery<MailRow>[] = [];
    if (email !== null) conditions.push({ recipients: { $contains: [email.toLowerCase()] } });
    if (userId !== null) conditions.push({ user: userId });
    return conditions.length === 0 ? 0 : this.#database.session().nativeDelete(MailRecordEntity, { $or: conditions });
  }

  async forget(
    { before, keep }: { readonly before: Date | null; readonly keep: number },
    most: number,
  ): Promise<number> {
    const session = this.#database.session();
    const [surplus] = await session.find(
      MailRecordEntity,
      {},
      { fields: ['id'], orderBy: { id: 'desc' }, offset: keep, limit: 1, disableIdentityMap: true },
    );
    const conditions: FilterQuery<MailRow>[] = [];
    if (before !== null) conditions.push({ createdAt: { $lt: before } });
    if (surplus) conditions.push({ id: { $lte: surplus.id } });
    if (conditions.length === 0) return 0;
    const past: FilterQuery<MailRow> = { status: { $ne: 'queued' }, $or: conditions };
    const found = await session.find(MailRecordEntity, past, {
      fields: ['id'],
      orderBy: { id: 'asc' },
      limit: most,
      disableIdentityMap: true,
    });
    if (found.length === 0) return 0;
    return session.nativeDelete(MailRecordEntity, {
      id: { $in: found.map(({ id }) => id) },
      status: { $ne: 'queued' },
    });
  }
}

function conditionOf({ status, query, isNoticed }: MailFilter): FilterObject<MailRow> {
  const pattern = query === undefined || query === '' ? undefined : `%${query.replace(/[\\%_]/g, '\\$&')}%`;
  return {
    ...(status !== undefined && { status }),
    ...(isNoticed && { dismissedAt: null }),
    ...(pattern !== undefined && {
      $or: ['subject', 'toHeader', 'originalTo', 'faultMessage'].map((member) => ({ [member]: { $ilike: pattern } })),
    }),
  };
}
