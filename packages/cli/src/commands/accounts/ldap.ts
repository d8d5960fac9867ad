import { readFile } from 'node:fs/promises';
import { flag, inventoryRoutes, listOf, text } from '@backroom/core/interface';
import { getPassword, readAll } from '../../ask-password.ts';
import { planCall } from '../../call/plan-call.ts';
import { command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { ExitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { table } from '../../print.ts';
import { callRoute, type Document, linesOf } from '../../route-answer.ts';

const routes = inventoryRoutes({ publicDocs: false });
const routeOf = (method: string, path: string) =>
  routes.find((route) => route.path === path && route.methods.some((own) => own === method));

const password = 'bind_password';

/** Manages and tests the connection to the user directory. */
export const ldap = [
  command({
    name: 'ldap show',
    group: 'Accounts',
    summary: 'Show the settings of the directory, without its password.',
    examples: ['backroom ldap show'],
    run: (context) =>
      callRoute(context, { method: 'GET', path: '/ldap-config' }, (document) => {
        context.print.result(document, linesOf(document));
        return undefined;
      }),
  }),
  command({
    name: 'ldap set',
    group: 'Accounts',
    summary: 'Change settings of the directory; effective from the next login.',
    examples: [
      'backroom ldap set url=ldaps://ldap.example.org base_dn=dc=example,dc=org bind_dn=cn=reader,dc=example,dc=org bind_password',
      'backroom ldap set ca_certificate=@ca.pem --password-stdin < password.txt',
      'backroom ldap set enabled=true --verify',
    ],
    args: {
      settings: listOf(text({ format: 'multiline' }), {
        description: 'name=value, where @file reads a file; bind_password alone prompts for it.',
      }),
    },
    flags: {
      password_stdin: flag({ description: 'Read the bind password from the standard input.' }),
      verify: flag({ description: 'Test the settings first, and save them only on success.' }),
    },
    run: setDirectory,
  }),
  command({
    name: 'ldap test',
    group: 'Accounts',
    summary: 'Test the settings of the directory step by step; ends with 7 when a step fails.',
    examples: [
      'backroom ldap test',
      'backroom ldap test --user anna --password-stdin',
      'backroom ldap test --from-file settings.json',
    ],
    flags: {
      user: text({ description: 'Also find this person; with a password, sign in as them.' }),
      password_stdin: flag({ description: 'Read the password of that person from the standard input.' }),
      from_file: text({ description: 'Test the settings in this JSON file in place of the saved ones.' }),
    },
    run: testDirectory,
  }),
  command({
    name: 'ldap sync',
    group: 'Accounts',
    summary: 'Synchronise the accounts of the directory.',
    examples: ['backroom ldap sync --dry-run', 'backroom ldap sync'],
    flags: { dry_run: flag({ description: 'Report the changes without applying them.' }) },
    run: (context, { dryRun = false }) =>
      callRoute(
        context,
        { method: 'POST', path: '/ldap-config/sync', query: dryRun ? [['dry_run', 'true']] : [] },
        (report) => {
          context.print.say(dryRun ? 'This would be done:' : 'Done:');
          context.print.result(report, linesOf(report));
          return undefined;
        },
      ),
  }),
];

interface SetFlags {
  readonly settings?: readonly string[];
  readonly passwordStdin?: boolean;
  readonly verify?: boolean;
}

async function setDirectory(context: Context, { settings = [], passwordStdin, verify }: SetFlags): Promise<ExitCode> {
  const isPrompted = settings.includes(password);
  if (settings.length === 0 && !passwordStdin) throw new UsageError('Which settings? See backroom ldap set --help.');
  const words = await Promise.all(settings.filter((word) => word !== password).map(withFile));
  const secret = isPrompted || passwordStdin ? await bindPassword(context, passwordStdin ?? false) : undefined;
  const path = verify ? '/ldap-config?verify=true' : '/ldap-config';
  const { body, ...request } = planCall({ words: ['PATCH', path, ...words], isPrivate: false }, routeOf);
  const whole = { ...body, ...(secret !== undefined && { [password]: secret }) };
  return callRoute(context, { ...request, body: whole }, (document) => {
    context.print.say('Saved.');
    context.print.result(document, linesOf(document));
    return undefined;
  });
}

async function bindPassword({ terminal, print }: Context, passwordStdin: boolean): Promise<string | undefined> {
  if (!passwordStdin && terminal.stdin.isTTY !== true)
    throw new UsageError('There is no terminal to ask for a password on: use --password-stdin.');
  return getPassword(terminal, print, { passwordStdin });
}

/** Replaces `name=@file` by the content of the file, as for certificates. */
async function withFile(word: string): Promise<string> {
  const [, name = '', path] = /^([^=]+)=@(.+)$/s.exec(word) ?? [];
  return path === undefined ? word : `${name}=${await textOf(path)}`;
}

const textOf = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch(() => {
    throw new UsageError(`${path} cannot be read.`);
  });

interface TestFlags {
  readonly user?: string;
  readonly passwordStdin?: boolean;
  readonly fromFile?: string;
}

async function testDirectory(context: Context, { user, passwordStdin, fromFile }: TestFlags): Promise<ExitCode> {
  if (passwordStdin && user === undefined) throw new UsageError('Whose password? Name a --user.');
  const secret = passwordStdin ? (await readAll(context.terminal)).replace(/\r?\n$/, '') : undefined;
  const settings = fromFile === undefined ? undefined : await textOf(fromFile);
  const request = planCall(
    { words: ['POST', '/test-ldap'], isPrivate: true, ...(settings !== undefined && { body: settings }) },
    routeOf,
  );
  const person = {
    ...(user !== undefined && { test_username: user }),
    ...(secret !== undefined && { test_password: secret }),
  };
  return callRoute(context, { ...request, body: { ...request.body, ...person } }, (document) => {
    context.print.result(document, stepsOf(document as unknown as TestReport));
    return document.ok === true ? ExitCode.ok : ExitCode.unavailable;
  });
}

interface TestReport {
  readonly server: string | null;
  readonly steps: readonly Readonly<Record<string, string | number | undefined>>[];
  readonly user: Document | null;
  readonly warnings: readonly string[];
}

function stepsOf({ server, steps, user, warnings }: TestReport): readonly string[] {
  const rows = steps.map(({ name, status, code, duration_ms: duration, message }) => [
    name,
    status,
    code,
    duration === undefined ? undefined : `${duration} ms`,
    message,
  ]);
  return [
    `server  ${server ?? '-'}`,
    '',
    ...table(['step', 'status', 'code', 'took', 'message'], rows),
    ...(user === null ? [] : ['', ...linesOf(user)]),
    ...warnings.flatMap((warning) => ['', `Warning: ${warning}`]),
  ];
}
