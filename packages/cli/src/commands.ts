import type { Command, Group } from './command.ts';
import { callCommand } from './commands/call.ts';
import { configCheck, openapi, version } from './commands/installation.ts';
import { migrate } from './commands/migrate.ts';
import { serveCommand } from './commands/serve.ts';
import { stockVerify } from './commands/stock.ts';
import { tokenInspect } from './commands/token.ts';
import { userChanges } from './commands/user-changes.ts';
import { userEndings } from './commands/user-endings.ts';
import { users } from './commands/users.ts';

/** Everything the command line can be told to do, in the order of the help. */
export const commands: readonly Command[] = [
  serveCommand,
  migrate,
  configCheck,
  version,
  ...users,
  ...userChanges,
  ...userEndings,
  tokenInspect,
  stockVerify,
  callCommand,
  openapi,
];

/** The first words that several commands share. */
export const families: readonly { readonly name: string; readonly group: Group; readonly summary: string }[] = [
  { name: 'config', group: 'Run the server', summary: 'Look at the settings: check.' },
  {
    name: 'users',
    group: 'Accounts',
    summary: 'Make, list and change accounts: create, list, show, set-password, set-role, disable, delete …',
  },
  { name: 'token', group: 'Accounts', summary: 'Look into access tokens: inspect.' },
  { name: 'stock', group: 'Stock', summary: 'Compare stored balances with the ledger: verify.' },
];
