import { eventDeclarations } from '@backroom/core';
import {
  type ContributedQuestion,
  type ContributedRequest,
  type Extension,
  type ExtensionContribution,
  type ExtensionDeclaration,
  type ExtensionManifest,
  extensionFailed,
  extensionUnavailable,
  type LoadResult,
  readDeclaration,
} from '@backroom/core/extensions';
import { contributedShopRoutes } from '@backroom/core/interface';
import { checkContribution } from '../contributions/check-contribution.ts';
import type { ExtensionLimits } from '../process/extension-limits.ts';
import { ExtensionAnswer, ExtensionProcess, type ProcessSurroundings } from '../process/extension-process.ts';
import type { ExtensionOperation } from '../protocol/messages.ts';
import { readPackage } from './extension-package.ts';
import { refusalByRoute } from './route-refusal.ts';

const HOUR = 3_600_000;
/** Restarts in an hour, and the time before each (ms). */
const restartDelays: readonly number[] = [1_000, 5_000, 25_000];
const knownEvents: ReadonlySet<string> = new Set(Object.keys(eventDeclarations));

/** What an extension needs of its host. */
export interface HostedParts extends Pick<ProcessSurroundings, 'elapsed' | 'write'> {
  readonly limits: ExtensionLimits;
  /** Absolute path of a folder of a row. */
  folderOf(extension: Extension): string;
  /** Answers requests of the extension. */
  servicesOf(extension: Extension, manifest: ExtensionManifest): ProcessSurroundings['serve'];
  /** Called with what it declares before it runs. */
  onLoaded(declaration: ExtensionDeclaration): Promise<void>;
  /** Called when it runs, and when it does not any more. */
  onChange(): void;
  /** Called once, when it has failed too often. */
  onFailed(reason: string): void;
}

/** One extension in this process of the server: its own process is restarted when it fails, at most three times an hour. */
export class HostedExtension {
  readonly row: Extension;
  readonly #parts: HostedParts;
  readonly #failures: number[] = [];
  #process: ExtensionProcess | undefined;
  #contribution: ExtensionContribution | undefined;
  #starting: Promise<LoadResult> | undefined;
  #restartAt: number | undefined;
  #hasEnded = false;

  constructor(row: Extension, parts: HostedParts) {
    this.row = row;
    this.#parts = parts;
  }

  /** What it contributes; undefined until it has been loaded. It stays while the process is restarted. */
  get contribution(): ExtensionContribution | undefined {
    return this.#contribution;
  }

  /** Whether it answers calls. */
  get isRunning(): boolean {
    return this.#process !== undefined && this.#starting === undefined;
  }

  /** Starts the process and loads the extension; a failure counts as one of the process. */
  start(): Promise<LoadResult> {
    this.#restartAt = undefined;
    this.#starting ??= this.#load().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** Restarts the process if that is due. */
  restartWhenDue(): void {
    const isDue = this.#restartAt !== undefined && this.#parts.elapsed() >= this.#restartAt;
    if (isDue && !this.#hasEnded) void this.start();
  }

  /** @throws DomainError `extension_unavailable`; ExtensionAnswer for an error of the extension */
  async call(operation: ExtensionOperation, input: unknown): Promise<unknown> {
    if (!this.#process || this.#hasEnded || this.#starting) throw extensionUnavailable();
    return this.#process.call(operation, input);
  }

  /** @throws DomainError `extension_unavailable`, `extension_failed`, and the refusals that the route declares */
  async callRoute(route: number, request: ContributedRequest): Promise<unknown> {
    try {
      return await this.call('route', { route, ...request });
    } catch (error) {
      if (!(error instanceof ExtensionAnswer)) throw error;
      const declared = this.#contribution?.declaration.routes[route];
      throw refusalByRoute(error.refusal, declared) ?? extensionFailed(`${this.row.slug}: ${error.message}`);
    }
  }

  /** @throws DomainError `extension_unavailable`, `extension_failed` */
  async ask({ about, ...input }: ContributedQuestion): Promise<unknown> {
    try {
      return await this.call(about, input);
    } catch (error) {
      if (!(error instanceof ExtensionAnswer)) throw error;
      throw extensionFailed(`${this.row.slug}: ${error.message}`);
    }
  }

  /** Ends the process after the calls in flight. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    this.#restartAt = undefined;
    await this.#process?.end();
    await this.#starting;
  }

  async #load(): Promise<LoadResult> {
    let spawned: ExtensionProcess | undefined;
    try {
      const folder = this.#parts.folderOf(this.row);
      const { manifest, entry } = await readPackage(folder, this.row);
      const extension = this.#spawn(folder, manifest);
      spawned = extension;
      const declaration = await extension.load(this.row.slug, entry);
      const contribution = this.#accept(declaration);
      await this.#parts.onLoaded(contribution.declaration);
      this.#contribution = contribution;
      this.#parts.onChange();
      return { kind: 'running' };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // The failure of a process is noted at its end.
      if (spawned) spawned.fail(reason);
      else this.#fail(reason);
      return { kind: 'failed', reason };
    }
  }

  #spawn(folder: string, manifest: ExtensionManifest): ExtensionProcess {
    const { limits, elapsed, write, servicesOf } = this.#parts;
    const started = new ExtensionProcess(folder, {
      limits,
      elapsed,
      write,
      serve: servicesOf(this.row, manifest),
      onEnd: (failure) => {
        if (this.#process === started) this.#process = undefined;
        if (failure !== undefined && !this.#hasEnded) this.#fail(failure);
      },
    });
    this.#process = started;
    return started;
  }

  /** @throws DomainError `extension_declaration_invalid`, TypeError */
  #accept(sent: unknown): ExtensionContribution {
    const { slug, title } = this.row;
    const contribution = { slug, title, declaration: readDeclaration(sent, { slug, knownEvents }) };
    checkContribution(contribution);
    // Compiles the parameters, which refuses what the declaration alone does not show.
    contributedShopRoutes(() => [contribution])();
    return contribution;
  }

  #fail(reason: string): void {
    const now = this.#parts.elapsed();
    this.#parts.write(`failed: ${reason}\n`);
    this.#failures.push(now);
    const recent = this.#failures.filter((at) => now - at < HOUR).length;
    const delay = restartDelays[recent - 1];
    if (delay === undefined) this.#parts.onFailed(reason);
    else this.#restartAt = now + delay;
  }
}
