import type { Command } from '../command.ts';
import { userChanges } from './user-changes.ts';
import { userEndings } from './user-endings.ts';
import { users } from './users.ts';

/** What makes accounts, changes them and ends them. */
export const accounts: readonly Command[] = [...users, ...userChanges, ...userEndings];
