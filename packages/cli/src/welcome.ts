import { resolve } from 'node:path';
import type { RunningServer, Settings } from '@backroom/composition';
import type { Print } from './print.ts';
import { versionLabel } from './version.ts';

const defaultFolder = './data';

/** Prints addresses, data location, credentials and first steps after the start. */
export function welcome(print: Print, server: RunningServer): void {
  const { settings } = server.application;
  const { outcome } = server.administrator;
  const username = server.administrator.outcome === 'created' ? server.administrator.username : '<name>';
  print.say(
    '',
    `Backroom ${versionLabel} serves at ${server.url}`,
    `Data: ${locationOf(settings)}`,
    ...(server.migrated.length > 0 ? [`Made ${server.migrated.length} migrations.`] : []),
    ...(server.metricsUrl === undefined ? [] : [`Measurements: ${server.metricsUrl}/metrics`]),
  );
  print.insist(...passwordBlock(server));
  if (outcome === 'administrator missing')
    print.say('There is no administrator yet: npm run -s backroom -- users create <name> --admin');
  print.say(
    ...deskLine(server),
    `Sign in:   ${loginLine(server, username)}`,
    `Look:      ${addressOf(server)}/docs`,
    `Commands:  ${folderVariable(settings)}npm run -s backroom -- --help   (in another terminal)`,
    ...exposure(settings),
    'Stop with Ctrl-C.',
    '',
  );
}

/** The same for programs, as JSON. */
export function documentOfServer({ url, metricsUrl, migrated, application, administrator }: RunningServer): object {
  return {
    url,
    metrics_url: metricsUrl ?? null,
    data: locationOf(application.settings),
    migrated,
    administrator:
      administrator.outcome === 'created'
        ? { username: administrator.username, generated_password: administrator.generatedPassword ?? null }
        : null,
  };
}

/** The generated password, which is shown only here. */
function passwordBlock({ administrator }: RunningServer): readonly string[] {
  if (administrator.outcome !== 'created') return [];
  const { username, generatedPassword } = administrator;
  if (generatedPassword === undefined) return [`The first administrator is ${username}.`];
  const lines = [
    'First administrator; the password is shown only now:',
    '',
    `  username  ${username}`,
    `  password  ${generatedPassword}`,
  ];
  const width = Math.max(...lines.map((line) => line.length));
  const edge = '─'.repeat(width + 2);
  return [`┌${edge}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${edge}┘`];
}

function deskLine(server: RunningServer): readonly string[] {
  const { deskPath, inventoryPrefix } = server.application.settings;
  return deskPath === null ? [] : [`Desk:      ${addressOf(server)}${inventoryPrefix}/${deskPath}`];
}

const loginLine = (server: RunningServer, username: string): string =>
  `curl -s ${addressOf(server)}${server.application.settings.inventoryPrefix}/users/login -H 'content-type: application/json' -d '{"username":"${username}","password":"…"}'`;

/** The server's address from this machine: a wildcard address is replaced by the loopback address. */
const addressOf = ({ url }: RunningServer): string =>
  url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');

/** Commands find the embedded database by its folder. */
function folderVariable({ database }: Settings): string {
  if (database.kind !== 'embedded' || database.folder === resolve(defaultFolder)) return '';
  return `DATA_DIR=${/[^\w./-]/.test(database.folder) ? `'${database.folder}'` : database.folder} `;
}

function locationOf({ database }: Settings): string {
  if (database.kind === 'embedded') return database.folder;
  if (database.kind === 'memory') return 'memory';
  const { host, pathname } = new URL(database.url);
  return `PostgreSQL at ${host}${pathname}`;
}

function exposure({ host, publicUrl }: Settings): readonly string[] {
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.');
  if (isLocal || publicUrl?.startsWith('https:')) return [];
  return [
    `Careful:   ${host} is open to the network, and passwords travel without encryption. Put a proxy with HTTPS before it and set PUBLIC_URL.`,
  ];
}
