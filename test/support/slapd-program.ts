import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The folders of the programs and parts of an installed OpenLDAP server. */
export interface SlapdProgram {
  readonly slapd: string;
  readonly slapadd: string;
  readonly schemas: string;
  /** The folder of its modules; undefined where everything is built in. */
  readonly modules: string | undefined;
}

const folders = ['/usr/sbin', '/usr/libexec', '/usr/lib/openldap', '/usr/local/libexec', '/usr/local/sbin'];
const schemaFolders = ['/etc/ldap/schema', '/etc/openldap/schema', '/usr/local/etc/openldap/schema'];
const moduleFolders = ['/usr/lib/ldap', '/usr/lib/openldap', '/usr/lib64/openldap', '/usr/local/libexec/openldap'];

let found: SlapdProgram | undefined;

/**
 * The OpenLDAP server of this machine, or undefined when there is none. Where every suite has to run, it is installed
 * first, and its absence is an error.
 */
export function findSlapd(): SlapdProgram | undefined {
  found ??= installed();
  if (found === undefined && process.env.BACKROOM_CI === '1') {
    install();
    found = installed();
    if (found === undefined) throw new Error('There is no slapd on this machine, and it could not be installed.');
  }
  return found;
}

function installed(): SlapdProgram | undefined {
  const places = [...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''), ...folders];
  const program = (name: string): string | undefined =>
    places.map((folder) => join(folder, name)).find((path) => existsSync(path));
  const slapd = program('slapd');
  const slapadd = program('slapadd');
  const schemas = schemaFolders.find((folder) => existsSync(join(folder, 'inetorgperson.schema')));
  if (slapd === undefined || slapadd === undefined || schemas === undefined) return undefined;
  const modules = moduleFolders.find((folder) => existsSync(join(folder, 'back_mdb.so')));
  return { slapd, slapadd, schemas, modules };
}

/** Debian's package starts a server of its own unless a policy forbids it. */
function install(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const policy = '/usr/sbin/policy-rc.d';
  const isOurs = !existsSync(policy);
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    // Several test files may need it at once: the others wait, and find it there.
    const lock = join(tmpdir(), 'backroom-slapd.lock');
    spawnSync('flock', [lock, 'sh', '-c', installation], { env, stdio: 'ignore' });
  } finally {
    if (isOurs) rmSync(policy, { force: true });
  }
}

const installation = `install='apt-get install -y --no-install-recommends slapd ldap-utils'
test -x /usr/sbin/slapd || $install || { apt-get update; $install; }`;
