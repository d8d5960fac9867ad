import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'ldapts';
import { describe } from 'vitest';
import { type Authority, type Certificate, makeAuthority } from './certificates.ts';
import { findSlapd, type SlapdProgram } from './slapd-program.ts';
import { companyDn, groups, people, places, root, rootDn, seed, service } from './slapd-seed.ts';

/** How the server differs from an ordinary one. */
export interface SlapdOptions {
  /** What it shows: a good certificate, one that is not, or none, so that it speaks no TLS at all. */
  readonly certificate?: 'good' | 'expired' | 'wrong_name' | 'untrusted' | 'none';
  /** A line `security …` of its configuration: `simple_bind=64` refuses passwords without TLS. */
  readonly security?: string;
  /** A line `disallow …` of its configuration: `bind_anon` refuses anonymous binds. */
  readonly disallow?: string;
  /** The size limit of one search; 10,000 by default. */
  readonly sizeLimit?: number;
  /** Further lines of its configuration, at the end. */
  readonly lines?: readonly string[];
}

/** A running OpenLDAP server of our own, with users in it. */
export interface TestSlapd {
  readonly url: string;
  /** Not answered when the certificate is `none`. */
  readonly ldapsUrl: string;
  readonly port: number;
  /** PEM text of the authority that signed its certificate; for `untrusted`, of another one of the same name. */
  readonly ca: string;
  readonly baseDn: string;
  readonly serviceDn: string;
  readonly servicePassword: string;
  readonly people: typeof people;
  readonly groups: typeof groups;
  readonly places: typeof places;
  /** Does something as the account that may do everything. */
  administer<T>(work: (client: Client) => Promise<T>): Promise<T>;
  /** Kills it at once; what it holds stays. */
  kill(): Promise<void>;
  /** Starts it again on the same ports, with what it held. */
  restart(): Promise<void>;
  /** Stops it and removes its files. Not calling it is safe: the server ends with this process. */
  stop(): Promise<void>;
}

/** `describe`, where there is an OpenLDAP server; elsewhere what it describes is skipped, and the reason is printed. */
export const describeWithSlapd: typeof describe | typeof describe.skip = (() => {
  if (findSlapd() !== undefined) return describe;
  process.stderr.write('Skipped: there is no slapd on this machine (Debian: apt-get install slapd ldap-utils).\n');
  return describe.skip;
})();

/** Starts a real OpenLDAP server on free ports of 127.0.0.1; it takes a fraction of a second. */
export async function startSlapd(options: SlapdOptions = {}): Promise<TestSlapd> {
  const program = findSlapd();
  if (program === undefined) throw new Error('There is no slapd on this machine.');
  const folder = mkdtempSync(join(tmpdir(), 'backroom-slapd-'));
  const ca = writeFiles(folder, { program, options });
  for (let attempt = 1; ; attempt += 1) {
    const [port, tlsPort] = await freePorts();
    const run = new SlapdRun(program.slapd, folder, { port, tlsPort, hasTls: options.certificate !== 'none' });
    if (await run.start()) return testSlapd(run, ca);
    // Between choosing the ports and taking them, another process may have taken them.
    await run.kill();
    if (attempt < 5) continue;
    rmSync(folder, { recursive: true, force: true });
    throw new Error('slapd did not start.');
  }
}

function testSlapd(run: SlapdRun, ca: string): TestSlapd {
  const url = `ldap://127.0.0.1:${run.ports.port}`;
  return {
    url,
    ldapsUrl: `ldaps://127.0.0.1:${run.ports.tlsPort}`,
    port: run.ports.port,
    ca,
    baseDn: companyDn,
    serviceDn: service.dn,
    servicePassword: service.password,
    people,
    groups,
    places,
    administer: (work) => administer(url, work),
    kill: () => run.kill(),
    restart: async () => {
      await run.kill();
      if (!(await run.start())) throw new Error('slapd did not start again.');
    },
    stop: () => run.stop(),
  };
}

async function administer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ url, timeout: 5_000, connectTimeout: 5_000 });
  try {
    await client.bind(root.dn, root.password);
    return await work(client);
  } finally {
    await client.unbind();
  }
}

interface Ports {
  readonly port: number;
  readonly tlsPort: number;
  readonly hasTls: boolean;
}

/**
 * The shell that watches over the server: it ends the server when its standard input closes, which happens in every
 * case when the process that started it ends, and removes the files unless they are to be kept.
 */
const watch =
  '"$1" -d 0 -f "$2/slapd.conf" -h "$3" >"$2/log" 2>&1 & pid=$!; echo $pid; read -r word; kill -9 $pid; wait; [ "$word" = keep ] || rm -rf "$2"';

class SlapdRun {
  readonly ports: Ports;
  readonly #slapd: string;
  readonly #folder: string;
  #shell: ChildProcess | undefined;

  constructor(slapd: string, folder: string, ports: Ports) {
    this.#slapd = slapd;
    this.#folder = folder;
    this.ports = ports;
  }

  /** Whether it answers now. */
  async start(): Promise<boolean> {
    const { port, tlsPort, hasTls } = this.ports;
    const urls = [`ldap://127.0.0.1:${port}/`, ...(hasTls ? [`ldaps://127.0.0.1:${tlsPort}/`] : [])].join(' ');
    const shell = spawn('/bin/sh', ['-c', watch, 'sh', this.#slapd, this.#folder, urls], {
      stdio: ['pipe', 'pipe', 'ignore'],
      // Ctrl-C reaches the whole group; the parent process decides when the server ends.
      detached: true,
    });
    this.#shell = shell;
    // The shell may have ended when its standard input is closed.
    shell.stdin.on('error', () => {});
    const [line] = await once(createInterface({ input: shell.stdout }), 'line');
    const pid = Number(line);
    for (let attempt = 0; attempt < 400; attempt += 1) {
      if (!isRunning(pid)) return false;
      if ((await answers(port)) && (!hasTls || (await answers(tlsPort)))) return isRunning(pid);
      await wait(5);
    }
    return false;
  }

  async kill(): Promise<void> {
    await this.#end('keep\n');
  }

  async stop(): Promise<void> {
    await this.#end('');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #end(word: string): Promise<void> {
    const shell = this.#shell;
    if (shell === undefined || shell.exitCode !== null) return;
    const ended = once(shell, 'exit');
    shell.stdin?.end(word);
    await ended;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()];
  const ports = await Promise.all(
    servers.map(async (server) => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : 0;
    }),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return [ports[0] ?? 0, ports[1] ?? 0];
}

let made: { readonly ours: Authority; readonly others: Authority } | undefined;
const authorities = () => {
  made ??= { ours: makeAuthority('Backroom test authority'), others: makeAuthority('Backroom test authority') };
  return made;
};

const day = 24 * 60 * 60 * 1000;
/** When the expired certificate ended. */
export const expiredAt = new Date(Math.floor((Date.now() - 3 * day) / 1000) * 1000);

function certificateFor(kind: SlapdOptions['certificate']): Certificate {
  const { ours, others } = authorities();
  if (kind === 'expired') {
    return ours.issue(['localhost', '127.0.0.1'], { from: new Date(expiredAt.getTime() - day), until: expiredAt });
  }
  if (kind === 'wrong_name') return ours.issue(['directory.example.org']);
  return (kind === 'untrusted' ? others : ours).issue(['localhost', '127.0.0.1']);
}

/** Writes configuration, certificates and data, and returns the trusted authority. */
function writeFiles(
  folder: string,
  { program, options }: { readonly program: SlapdProgram; readonly options: SlapdOptions },
): string {
  const { ours } = authorities();
  const { certificate, key } = certificateFor(options.certificate);
  const files = { 'server.pem': certificate, 'server.key': key, 'ca.pem': ours.certificate, 'seed.ldif': seed() };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
  writeFileSync(join(folder, 'test.schema'), schema);
  writeFileSync(join(folder, 'slapd.conf'), configuration(folder, { program, options }));
  mkdirSync(join(folder, 'data'));
  const filled = spawnSync(
    program.slapadd,
    ['-q', '-f', join(folder, 'slapd.conf'), '-l', join(folder, 'seed.ldif'), '-n', '1'],
    { encoding: 'utf8' },
  );
  if (filled.status !== 0) throw new Error(`slapadd ended with code ${filled.status}:\n${filled.stderr}`);
  return ours.certificate;
}

/** What the servers of one vendor have and OpenLDAP has not. */
const schema = `attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID'
  EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
objectclass ( 1.3.6.1.4.1.4203.666.1.1 NAME 'testPerson' SUP top AUXILIARY MAY ( objectGUID ) )
`;

function configuration(
  folder: string,
  { program, options }: { readonly program: SlapdProgram; readonly options: SlapdOptions },
): string {
  const modules =
    program.modules === undefined
      ? []
      : [
          `modulepath ${program.modules}`,
          ...['back_mdb', 'memberof'].flatMap((name) =>
            existsSync(join(program.modules ?? '', `${name}.so`)) ? [`moduleload ${name}`] : [],
          ),
        ];
  const tls = [
    `TLSCACertificateFile ${join(folder, 'ca.pem')}`,
    `TLSCertificateFile ${join(folder, 'server.pem')}`,
    `TLSCertificateKeyFile ${join(folder, 'server.key')}`,
  ];
  return [
    ...['core', 'cosine', 'inetorgperson'].map((name) => `include ${join(program.schemas, `${name}.schema`)}`),
    ...modules,
    `include ${join(folder, 'test.schema')}`,
    ...(options.certificate === 'none' ? [] : tls),
    ...(options.security === undefined ? [] : [`security ${options.security}`]),
    ...(options.disallow === undefined ? [] : [`disallow ${options.disallow}`]),
    `sizelimit ${options.sizeLimit ?? 10_000}`,
    'database mdb',
    'maxsize 33554432',
    'dbnosync',
    `directory ${join(folder, 'data')}`,
    `suffix "${rootDn}"`,
    `rootdn "${root.dn}"`,
    `rootpw "${root.password}"`,
    'index objectClass,uid,entryUUID,member,uniqueMember eq',
    'overlay memberof',
    // No password is readable, and reads of one place are refused.
    'access to attrs=userPassword by anonymous auth by * none',
    `access to dn.subtree="${places.hidden}" by * disclose`,
    `access to * by dn.exact="${service.dn}" read by anonymous auth by self read by * none`,
    ...(options.lines ?? []),
    '',
  ].join('\n');
}
