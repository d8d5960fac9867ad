import type { Command } from '../../command.ts';
import { openCommand } from './open.ts';
import { userChanges } from './user-changes.ts';
import { userLifecycle } from './user-lifecycle.ts';
import { users } from './users.ts';

/** The commands about accounts, in the order of the help. */
export const accounts: readonly Command[] = [...users, ...userChanges, ...userLifecycle, openCommand];
