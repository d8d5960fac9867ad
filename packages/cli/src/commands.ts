import type { Command, Group } from './command.ts';
import { accounts } from './commands/accounts.ts';
import { appPasswords } from './commands/app-passwords.ts';
import { auditList } from './commands/audit.ts';
import { callCommand } from './commands/call.ts';
import { configCheck, openapi, version } from './commands/installation.ts';
import { keys } from './commands/keys.ts';
import { ldap } from './commands/ldap.ts';
import { migrate } from './commands/migrate.ts';
import { running } from './commands/running.ts';
import { shop } from './commands/shop.ts';
import { stockVerify } from './commands/stock.ts';
import { stockLinks } from './commands/stock-links.ts';
import { tableCommands } from './commands/tables.ts';
import { tokenInspect, tokenIssue } from './commands/token.ts';

/** Everything the command line can be told to do, in the order of the help. */
export const commands: readonly Command[] = [
  ...running,
  migrate,
  configCheck,
  ...keys,
  version,
  ...accounts,
  ...appPasswords,
  ...ldap,
  tokenInspect,
  tokenIssue,
  auditList,
  stockVerify,
  ...stockLinks,
  ...tableCommands,
  ...shop,
  callCommand,
  openapi,
];

/** The first words that several commands share. */
export const families: readonly { readonly name: string; readonly group: Group; readonly summary: string }[] = [
  { name: 'config', group: 'Run the server', summary: 'Look at the settings: check.' },
  { name: 'jobs', group: 'Run the server', summary: 'Long work: list, show, retry, cancel, hasten, watch.' },
  { name: 'keys', group: 'Run the server', summary: 'Look after the keys of access tokens: list, rotate.' },
  { name: 'secrets', group: 'Run the server', summary: 'Look after the key of stored secrets: rotate.' },
  {
    name: 'users',
    group: 'Accounts',
    summary: 'Make, list and change accounts: create, list, show, set-password, set-role, disable, delete …',
  },
  { name: 'ldap', group: 'Accounts', summary: 'Sign in through a directory: show, set, test, sync.' },
  {
    name: 'app-passwords',
    group: 'Accounts',
    summary: 'Passwords that an account gives to applications: list, create, revoke.',
  },
  { name: 'token', group: 'Accounts', summary: 'Look into access tokens, and give them out: inspect, issue.' },
  { name: 'audit', group: 'Accounts', summary: 'Look at who did what: list.' },
  { name: 'items', group: 'Stock', summary: 'Whole tables of items: import, export.' },
  { name: 'operations', group: 'Stock', summary: 'The ledger as a table: import, export.' },
  {
    name: 'stock',
    group: 'Stock',
    summary: 'Compare stored balances with the ledger, and tie products to items: verify, links, link, unlink.',
  },
  { name: 'settings', group: 'Shop', summary: 'What the shop has decided: show, set.' },
  { name: 'analytics', group: 'Shop', summary: 'The facts that reports are counted from: verify, rebuild.' },
];
