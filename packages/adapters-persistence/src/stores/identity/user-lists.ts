import { offsetOf, type PageRequest, type SortKey } from '@backroom/core';
import type { UserFilter, UserSortField } from '@backroom/core/identity';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { contains, every } from '../search.ts';
import { type UserRecord, userColumns } from './user-rows.ts';

/** Filter, order and page of a list of accounts. */
export interface UserSelection {
  readonly filter: UserFilter;
  readonly sort: readonly SortKey<UserSortField>[];
  readonly page: PageRequest;
}

type UserRow = Pick<UserRecord, (typeof userColumns)[number]>;

const sortColumns = {
  id: 'user_id',
  username: 'username_key',
  display_name: 'display_name',
  created_at: 'created_at',
  last_login_at: 'last_login_at',
} as const satisfies Record<UserSortField, keyof UserRecord>;

/** Selects one page of the matching accounts and counts all of them; ties are ordered by id. */
export async function selectUsers(
  db: Kysely<Tables>,
  { filter, sort, page }: UserSelection,
): Promise<{ readonly rows: readonly UserRow[]; readonly total: number }> {
  const matching = db
    .selectFrom('app_user')
    .where((eb) =>
      every(eb, [
        filter.q === undefined
          ? undefined
          : contains(filter.searchEmail ? eb.ref('search_text') : sql`split_part(search_text, chr(1), 1)`, filter.q),
        filter.role && eb('role', '=', filter.role),
        filter.isActive === undefined ? undefined : eb('is_active', '=', filter.isActive),
        filter.source && eb('source', '=', filter.source),
        filter.includeDeleted ? undefined : eb('deleted_at', 'is', null),
        filter.includeSystem ? undefined : eb('is_system', '=', false),
      ]),
    );
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  let query = matching.select(userColumns).limit(page.perPage).offset(offsetOf(page));
  for (const { field, descending } of sort) {
    query = query.orderBy(sortColumns[field], (order) =>
      descending ? order.desc().nullsLast() : order.asc().nullsLast(),
    );
  }
  const rows = await query.orderBy('user_id').execute();
  return { rows, total };
}
