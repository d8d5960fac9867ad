import { isAbsolute, join } from 'node:path';
import type { Clock, Log } from '@backroom/core';
import {
  type ContributedQuestion,
  type ContributedRequest,
  type Extension,
  type ExtensionContribution,
  type ExtensionLogs,
  type ExtensionManifest,
  type ExtensionQueue,
  type ExtensionRuntime,
  type ExtensionStore,
  extensionUnavailable,
  type LoadResult,
} from '@backroom/core/extensions';
import { type ExtensionLimits, extensionLimits } from '../process/extension-limits.ts';
import type { ProcessSurroundings } from '../process/extension-process.ts';
import { EventDelivery } from './event-delivery.ts';
import { HostedExtension } from './hosted-extension.ts';

/** What the host needs of the installation. */
export interface HostParts {
  /** The folder of installed packages. */
  readonly folder: string;
  readonly extensions: Pick<ExtensionStore, 'find' | 'list'>;
  readonly queue: ExtensionQueue;
  readonly clock: Clock;
  /** The name of this process among those that deliver events; at most 36 characters. */
  readonly holder: string;
  readonly log: Log;
  readonly logs: Pick<ExtensionLogs, 'append'>;
  /** Monotonic time in milliseconds. */
  readonly elapsed: () => number;
  readonly limits?: Partial<ExtensionLimits>;
}

/** What the application does for the host. */
export interface HostServices {
  /** Answers requests of an extension. */
  servicesOf(extension: Extension, manifest: ExtensionManifest): ProcessSurroundings['serve'];
  /** Marks an extension as failed in all processes. */
  markFailed(extension: Extension, reason: string): Promise<void>;
}

/** Members of a row that decide whether a running extension is the one that it describes. */
const identityOf = ({ folder, sha256, rights }: Extension): string => JSON.stringify([folder, sha256, rights]);

/** Runs the active extensions of an installation, each in a process of its own, as the rows say. */
export class ExtensionHost implements ExtensionRuntime {
  readonly isAvailable = true;
  readonly #parts: HostParts;
  readonly #hosted = new Map<string, HostedExtension>();
  /** Extensions that `load` or `unload` is working on. */
  readonly #busy = new Set<string>();
  readonly #ending = new Set<Promise<void>>();
  readonly #deliveries = new WeakMap<HostedExtension, EventDelivery>();
  #types: ReadonlySet<string> = new Set();
  #services: HostServices | undefined;
  #contributions: readonly ExtensionContribution[] = [];
  #isFollowing = false;
  #hasEnded = false;

  constructor(parts: HostParts) {
    this.#parts = parts;
  }

  /** Gives the host the application that it serves, before anything is loaded. */
  connect(services: HostServices): void {
    this.#services = services;
  }

  contributions(): readonly ExtensionContribution[] {
    return this.#contributions;
  }

  async contributionOf(slug: string): Promise<ExtensionContribution | undefined> {
    const running = this.#contributions.find((each) => each.slug === slug);
    if (running || this.#isFollowing) return running;
    if (this.#hosted.has(slug) || !(await this.#parts.extensions.find(slug))?.isActive) return undefined;
    return this.#exclusively(slug, async () => {
      const hosted = await this.#hostForAMoment(slug);
      this.#retire(slug);
      return hosted?.contribution;
    });
  }

  /** Loads an extension in a process that does not follow the rows, such as a command; undefined in others. */
  async #hostForAMoment(slug: string): Promise<HostedExtension | undefined> {
    const row = this.#isFollowing ? undefined : await this.#parts.extensions.find(slug);
    if (!row) return undefined;
    const hosted = this.#host(row);
    await hosted.start();
    return hosted;
  }

  mayListen(type: string): boolean {
    return this.#types.has(type);
  }

  /** Reads which events are to be stored, before the first of them is published. */
  async prepare(): Promise<void> {
    this.#types = await this.#parts.queue.types();
  }

  async callRoute(slug: string, route: number, request: ContributedRequest): Promise<unknown> {
    const hosted = this.#hosted.get(slug);
    if (!hosted) throw extensionUnavailable();
    return hosted.callRoute(route, request);
  }

  async ask(slug: string, question: ContributedQuestion): Promise<unknown> {
    const hosted = this.#hosted.get(slug);
    if (!hosted) throw extensionUnavailable();
    return hosted.ask(question);
  }

  /** Loads and unloads as the rows say; called twice a second. Does not wait until extensions have been loaded. */
  async follow(): Promise<void> {
    this.#isFollowing = true;
    await this.prepare();
    const rows = new Map((await this.#parts.extensions.list()).map((row) => [row.slug, row]));
    if (this.#hasEnded) return;
    for (const [slug, hosted] of this.#hosted) {
      if (this.#busy.has(slug)) continue;
      const row = rows.get(slug);
      const isWanted = row?.isActive && row.state !== 'failed' && identityOf(row) === identityOf(hosted.row);
      if (isWanted) this.#tend(hosted);
      else this.#retire(slug);
    }
    for (const row of rows.values()) {
      const isDue = row.isActive && row.state === 'running';
      if (isDue && !this.#hosted.has(row.slug) && !this.#busy.has(row.slug)) void this.#host(row).start();
    }
  }

  async load(slug: string): Promise<LoadResult> {
    const row = await this.#parts.extensions.find(slug);
    if (!row?.isActive) return { kind: 'failed', reason: 'is not active' };
    return this.#exclusively(slug, async () => {
      this.#retire(slug);
      const hosted = this.#host(row);
      const result = await this.#activate(hosted);
      if (result.kind === 'failed' || !this.#isFollowing) this.#retire(slug);
      return result;
    });
  }

  unload(slug: string): Promise<void> {
    return this.#exclusively(slug, async () => {
      const hosted = this.#hosted.get(slug) ?? (await this.#hostForAMoment(slug));
      await hosted?.call('deactivate', {}).catch((error: unknown) => {
        this.#parts.log.warn('extension not deactivated', { extension: slug, reason: messageOf(error) });
      });
      this.#retire(slug);
      await this.#parts.queue.discard(slug);
    });
  }

  /** Ends all processes, after the calls in flight. */
  async close(): Promise<void> {
    this.#hasEnded = true;
    for (const slug of [...this.#hosted.keys()]) this.#retire(slug);
    await Promise.all(this.#ending);
  }

  #tend(hosted: HostedExtension): void {
    hosted.restartWhenDue();
    const delivering = this.#deliveries
      .get(hosted)
      ?.run()
      .catch((cause: unknown) => {
        this.#parts.log.error('events not delivered', cause, { extension: hosted.row.slug });
      });
    if (delivering) this.#track(delivering);
  }

  async #activate(hosted: HostedExtension): Promise<LoadResult> {
    const result = await hosted.start();
    if (result.kind === 'failed') return result;
    try {
      await hosted.call('activate', {});
      return result;
    } catch (error) {
      return { kind: 'failed', reason: `activate: ${messageOf(error)}` };
    }
  }

  /** One load or unload of an extension at a time. */
  async #exclusively<T>(slug: string, work: () => Promise<T>): Promise<T> {
    if (this.#hasEnded || this.#busy.has(slug)) throw extensionUnavailable();
    this.#busy.add(slug);
    try {
      return await work();
    } finally {
      this.#busy.delete(slug);
    }
  }

  #host(row: Extension): HostedExtension {
    const { log, logs, clock, elapsed, limits } = this.#parts;
    const { slug } = row;
    const services = this.#services;
    if (!services) throw extensionUnavailable();
    const onFailed = (reason: string) => {
      if (this.#hosted.get(slug) === hosted && !this.#busy.has(slug)) this.#giveUp(hosted, reason);
    };
    const hosted: HostedExtension = new HostedExtension(row, {
      elapsed,
      limits: { ...extensionLimits, ...limits },
      write: (text) => {
        logs.append(slug, clock.now(), text);
        log.info('extension', { extension: slug, text: text.trim() });
      },
      folderOf: ({ folder }) => (isAbsolute(folder) ? folder : join(this.#parts.folder, folder)),
      servicesOf: services.servicesOf,
      onLoaded: async ({ events }) => {
        await this.#parts.queue.listen(slug, events);
        // From its first answer on, its events are stored.
        await this.prepare();
      },
      onChange: () => this.#publish(),
      onFailed,
    });
    const { queue, holder } = this.#parts;
    this.#deliveries.set(hosted, new EventDelivery(hosted, { queue, clock, holder, elapsed, onFailed }));
    this.#hosted.set(slug, hosted);
    return hosted;
  }

  #giveUp({ row }: HostedExtension, reason: string): void {
    const { log } = this.#parts;
    log.warn('extension failed', { extension: row.slug, reason });
    this.#retire(row.slug);
    const marked = this.#services?.markFailed(row, reason).catch((cause: unknown) => {
      log.error('extension not marked as failed', cause, { extension: row.slug });
    });
    if (marked) this.#track(marked);
  }

  /** Takes an extension out of service at once, and ends its process after the calls in flight. */
  #retire(slug: string): void {
    const hosted = this.#hosted.get(slug);
    if (!hosted) return;
    this.#hosted.delete(slug);
    this.#publish();
    this.#track(hosted.end());
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#ending.delete(tracked));
    this.#ending.add(tracked);
  }

  #publish(): void {
    const contributions = [...this.#hosted.values()].flatMap(({ contribution }) => contribution ?? []);
    this.#contributions = contributions.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
