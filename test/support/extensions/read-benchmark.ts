import { readdirSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compose, readSettings } from '@backroom/composition';
import autocannon from 'autocannon';
import { type ServerProcess, signIn, startServer, withAdministrator } from '../../resilience/server-process.ts';
import { processorTimeOf } from '../processor-time.ts';
import { ExtensionFolders } from './extension-folders.ts';
import { until } from './host.ts';
import { hostileExtensions, steadyExtension } from './hostile-extensions.ts';

/** How long is measured: rounds of one window with each extension and one without any. */
export interface Rounds {
  readonly rounds: number;
  /** Whole seconds of a window. */
  readonly seconds: number;
  /** Called in each window with an extension, after its reads. */
  readonly afterWindow?: (() => Promise<void>) | undefined;
}

/** Reads beside an extension, as multiples of those without it. */
export interface RelativeReads {
  /** Requests per second: the median of the rounds. */
  readonly rate: number;
  /** Requests per second over all windows. */
  readonly meanRate: number;
  /** The 99th percentile of the latency of all windows. */
  readonly p99: number;
  /** Processor time of the server for a request, without that of PostgreSQL and of the extension: the median of the rounds. */
  readonly processor: number;
  /** How often the process of the extension has failed in these windows. */
  readonly failures: number;
}

interface Window {
  readonly times: readonly number[];
  readonly processor: number;
}

interface WindowOptions extends Omit<Rounds, 'rounds'> {
  readonly round: number;
}

const CLIENTS = 6;

const at = (share: number, values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

/** A server with the hostile extensions and a steady one, which measures item reads with and without each of them in turn. */
export class ReadBenchmark {
  readonly #folders: ExtensionFolders;
  readonly #server: ServerProcess;
  readonly #application: Awaited<ReturnType<typeof compose>>;
  #token = '';
  #item = 0;

  private constructor(
    folders: ExtensionFolders,
    server: ServerProcess,
    application: Awaited<ReturnType<typeof compose>>,
  ) {
    this.#folders = folders;
    this.#server = server;
    this.#application = application;
  }

  /** Starts the server on the place that these variables name. */
  static async open(place: Readonly<Record<string, string>>): Promise<ReadBenchmark> {
    const folders = await ExtensionFolders.make();
    const all = { ...hostileExtensions, steady: steadyExtension };
    const unsigned: string[] = [];
    for (const [slug, source] of Object.entries(all)) unsigned.push(await folders.write(slug, source));
    const given = withAdministrator({
      ...place,
      ...{ EXTENSIONS_UNSIGNED: unsigned.join(','), EXTENSIONS_DIR: folders.root, LOG_LEVEL: 'error' },
    });
    const server = await startServer(given, { onLogLine: () => undefined });
    const opened = new ReadBenchmark(folders, server, await compose(readSettings(given)));
    opened.#token = await signIn(server.url);
    opened.#item = (await opened.ask('POST', '/items', { sku: 'CUP', name: 'Cup', unit: 'pcs' })).body.id as number;
    for (const slug of Object.keys(all)) await opened.#plugins('install', slug);
    await opened.#plugins('activate', 'steady');
    await opened.#window(1);
    return opened;
  }

  async ask(method: string, path: string, body?: object) {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${this.#server.url}${path}`, init);
    return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> };
  }

  /** Measures with and without an extension in turn, so that other load of the machine affects both. */
  async measure(slug: string, rounds: Rounds): Promise<RelativeReads> {
    let measured = new Map<string, RelativeReads>();
    for await (measured of this.measureEach([slug], rounds));
    return measured.get(slug) as RelativeReads;
  }

  /**
   * Measures with each of these extensions alone and without any in turn; every round begins with another of them.
   * Yields the figures of all rounds so far after each round.
   */
  async *measureEach(
    slugs: readonly string[],
    { rounds, seconds, afterWindow }: Rounds,
  ): AsyncGenerator<Map<string, RelativeReads>> {
    const without: Window[] = [];
    const withExtension = new Map(slugs.map((slug) => [slug, [] as Window[]]));
    const failures = new Map<string, number>();
    for (const slug of slugs) failures.set(slug, await this.#failuresOf(slug));
    const turns = [undefined, ...slugs];
    for (let round = 0; round < rounds; round += 1) {
      const first = round % turns.length;
      for (const slug of [...turns.slice(first), ...turns.slice(0, first)]) {
        if (slug === undefined) without.push(await this.#window(seconds));
        else withExtension.get(slug)?.push(await this.#windowBeside(slug, { round, seconds, afterWindow }));
      }
      const measured = new Map<string, RelativeReads>();
      for (const [slug, windows] of withExtension) {
        const failed = (await this.#failuresOf(slug)) - (failures.get(slug) ?? 0);
        measured.set(slug, { ...compared(windows, without), failures: failed });
      }
      yield measured;
    }
  }

  async close(): Promise<void> {
    await this.#application.close();
    await this.#server.kill();
    await this.#folders.remove();
  }

  async #windowBeside(slug: string, { round, seconds, afterWindow }: WindowOptions): Promise<Window> {
    await this.#plugins('activate', slug);
    await this.ask('PATCH', `/items/${this.#item}`, { name: `Cup ${round}` });
    const window = await this.#window(seconds);
    await afterWindow?.();
    await this.#deactivate(slug);
    return window;
  }

  #plugins(action: string, slug: string) {
    return this.ask('POST', `/cms-json/shop-admin/plugins/${action}`, { plugins: [slug] });
  }

  /** Deactivates it, and waits until its processes have ended. */
  async #deactivate(slug: string): Promise<void> {
    const { core, actor } = this.#application;
    await core.extensions.deactivateExtension(await actor('system'), { slug });
    const folder = join(this.#folders.root, slug);
    await until(() => !hasProcessIn(folder));
  }

  async #failuresOf(slug: string): Promise<number> {
    const log = await readFile(join(this.#folders.root, '.logs', `${slug}.log`), 'utf8').catch(() => '');
    return log.match(/ failed: /g)?.length ?? 0;
  }

  /** Reads of the item by several clients for a time. */
  async #window(seconds: number): Promise<Window> {
    const pid = this.#server.pid ?? 0;
    const before = processorTimeOf(pid);
    const times: number[] = [];
    const options = {
      url: `${this.#server.url}/items/${this.#item}`,
      headers: { authorization: `Bearer ${this.#token}` },
      ...{ connections: CLIENTS, duration: seconds },
    };
    const { non2xx, errors } = await new Promise<autocannon.Result>((resolve, reject) => {
      const running = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
      running.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
    });
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} item reads failed.`);
    return { times, processor: processorTimeOf(pid) - before };
  }
}

/** Windows with an extension as multiples of those of the same rounds without it. */
function compared(withExtension: readonly Window[], without: readonly Window[]): Omit<RelativeReads, 'failures'> {
  const ratios = (of: (window: Window) => number) =>
    at(
      0.5,
      withExtension.map((each, round) => of(each) / of(without[round] as Window)),
    );
  const times = withExtension.flatMap((window) => window.times);
  const timesWithout = without.flatMap((window) => window.times);
  return {
    rate: ratios((window) => window.times.length),
    meanRate: times.length / timesWithout.length,
    p99: at(0.99, times) / at(0.99, timesWithout),
    processor: ratios((window) => window.processor / window.times.length),
  };
}

/** Whether a process has this working folder. */
function hasProcessIn(folder: string): boolean {
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readlinkSync(`/proc/${name}/cwd`) === folder;
    } catch {
      return false;
    }
  });
}
