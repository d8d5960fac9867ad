import type { Command, Group } from './command.ts';
import { accounts } from './commands/accounts/accounts.ts';
import { appPasswords } from './commands/accounts/app-passwords.ts';
import { auditList } from './commands/accounts/audit.ts';
import { ldap } from './commands/accounts/ldap.ts';
import { phones } from './commands/accounts/phones.ts';
import { tokenInspect, tokenIssue } from './commands/accounts/token.ts';
import { callCommand } from './commands/call.ts';
import { completionOf } from './commands/completion.ts';
import { openapi } from './commands/server/installation.ts';
import { running } from './commands/server/processes.ts';
import { shop } from './commands/shop/shop.ts';
import { stockVerify } from './commands/stock/stock.ts';
import { stockLinks } from './commands/stock/stock-links.ts';
import { tableCommands } from './commands/stock/tables.ts';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  ...running,
  ...accounts,
  ...appPasswords,
  ...phones,
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
  completionOf(() => ({ commands, families })),
];

/** Groups of commands with the same first word. */
export const families: readonly { readonly name: string; readonly group: Group; readonly summary: string }[] = [
  { name: 'feed', group: 'Shop', summary: 'Catalogue feeds for points of sale: create.' },
  { name: 'config', group: 'Run the server', summary: 'Inspect the settings: check.' },
  { name: 'jobs', group: 'Run the server', summary: 'Background jobs: list, show, retry, cancel, hasten, watch.' },
  {
    name: 'catalogue',
    group: 'Run the server',
    summary: 'The extension catalogue: status, refresh, keys, sign, check, licence.',
  },
  {
    name: 'extensions',
    group: 'Run the server',
    summary: 'Extensions: list, install, activate, deactivate, update, downgrade, remove, logs, settings, new.',
  },
  {
    name: 'themes',
    group: 'Run the server',
    summary: 'Themes of the pages: list, install, activate, remove.',
  },
  {
    name: 'suggestions',
    group: 'Run the server',
    summary: 'Payment and shipping suggestions: status, refresh, check.',
  },
  {
    name: 'knowledge-base',
    group: 'Run the server',
    summary: 'The articles of the marketing page: status, refresh, check.',
  },
  { name: 'connector', group: 'Run the server', summary: 'The pairing with another site: pair, status, unpair.' },
  { name: 'keys', group: 'Run the server', summary: 'Manage the keys of access tokens: list, rotate.' },
  {
    name: 'mail',
    group: 'Run the server',
    summary: 'The mail log and its phone: list, show, resend, pair, unpair, status.',
  },
  { name: 'secrets', group: 'Run the server', summary: 'Manage the key of stored secrets: rotate.' },
  {
    name: 'users',
    group: 'Accounts',
    summary: 'Manage accounts: create, list, show, set-password, set-role, disable, delete …',
  },
  { name: 'ldap', group: 'Accounts', summary: 'Sign in through a directory: show, set, test, sync.' },
  {
    name: 'app-passwords',
    group: 'Accounts',
    summary: 'Manage application passwords of an account: list, create, revoke.',
  },
  { name: 'phones', group: 'Accounts', summary: 'Phones that are signed in: list, revoke.' },
  { name: 'token', group: 'Accounts', summary: 'Inspect and issue access tokens: inspect, issue.' },
  { name: 'audit', group: 'Accounts', summary: 'Read the audit log: list.' },
  { name: 'items', group: 'Stock', summary: 'Items as a table: import, export.' },
  { name: 'operations', group: 'Stock', summary: 'The ledger as a table: import, export.' },
  {
    name: 'stock',
    group: 'Stock',
    summary: 'Compare stored balances with the ledger, and link products to items: verify, links, link, unlink.',
  },
  { name: 'settings', group: 'Shop', summary: 'Settings of the shop: show, set.' },
  { name: 'onboarding', group: 'Shop', summary: 'Task lists of a new shop: tasks, hide, unhide.' },
  { name: 'analytics', group: 'Shop', summary: 'The facts behind the reports: verify, rebuild, failed.' },
];
