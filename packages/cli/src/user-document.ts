import type { User } from '@backroom/core/identity';
import { snake } from '@backroom/core/interface';

/** An account as JSON, with the member names of the interface. */
export const documentOf = ({ isSystem, ...user }: User): Record<string, unknown> => ({
  id: user.userId,
  ...Object.fromEntries(
    Object.entries(user).map(([name, value]) => [snake(name), value instanceof Date ? value.toISOString() : value]),
  ),
  is_admin: user.role === 'admin',
  ...(isSystem && { is_system: true }),
});
