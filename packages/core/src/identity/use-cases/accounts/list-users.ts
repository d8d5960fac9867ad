import { demandCapability } from '../../../kernel/actor.ts';
import type { Page, PageRequest, SortKey } from '../../../kernel/page.ts';
import { useCase } from '../../../kernel/use-case.ts';
import type { User } from '../../accounts/user.ts';
import type { IdentityPorts, UserFilter, UserSortField } from '../../ports.ts';

/** Filter, sort keys and page. */
export interface ListUsersInput extends PageRequest, Omit<UserFilter, 'searchEmail'> {
  readonly sort?: readonly SortKey<UserSortField>[];
}

/**
 * Lists accounts; filters and sort keys on members that are visible to administrators only are reserved to them.
 * @throws DomainError `admin_required`
 */
export const listUsers = useCase(
  { access: 'signed-in', effect: 'read', refusals: { forbidden: ['admin_required'] } },
  ({ users }: IdentityPorts) =>
    async (actor, input: ListUsersInput): Promise<Page<User>> => {
      const { page, perPage, sort = [], ...filter } = input;
      const isPrivate =
        filter.source !== undefined ||
        filter.includeDeleted === true ||
        filter.includeSystem === true ||
        sort.some((key) => key.field === 'last_login_at');
      if (isPrivate) demandCapability(actor, 'manage_users');
      return users.list({ ...filter, searchEmail: actor.capabilities.has('manage_users') }, sort, { page, perPage });
    },
);
