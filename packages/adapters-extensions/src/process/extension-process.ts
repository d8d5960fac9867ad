import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '@backroom/core';
import { extensionUnavailable } from '@backroom/core/extensions';
import { type ChannelFault, LineChannel } from '../protocol/line-channel.ts';
import type {
  ExtensionOperation,
  ProcessMessage,
  RefusalMessage,
  ResultMessage,
  ServerMessage,
  ServiceName,
} from '../protocol/messages.ts';
import { readProcessMessage } from '../protocol/read-message.ts';
import { AccountableTime, type Deadline } from './accountable-time.ts';
import type { ExtensionLimits } from './extension-limits.ts';
import { residentBytes, schedulingOf } from './process-measures.ts';
import { RateWindow } from './rate-window.ts';
import { lowerPriority, type SpawnedExtension, spawnExtension } from './spawn-extension.ts';

/** How often the memory is measured (ms), and how often the process must answer. */
const WATCH_MS = 200;
const PING_MS = 1_000;
/** Unread messages to the process (bytes), beyond which calls are refused. */
const MOST_BACKLOG = 8 * 1_048_576;

/** What a process prints beside its log: chunks a second, and characters of each, that are kept. */
const MOST_OUTPUTS = 20;
const MOST_OUTPUT = 4_000;

/** Where output, log lines and requests of the process go. */
export interface ProcessSurroundings {
  readonly limits: ExtensionLimits;
  /** Monotonic time in milliseconds. */
  readonly elapsed: () => number;
  /** Appends to the log of the extension. */
  write(text: string): void;
  /** Answers a request of the extension; refusals are sent to it. */
  serve(service: ServiceName, input: unknown): Promise<unknown>;
  /** Called once when the process has ended, with the reason if that is a failure. */
  onEnd(failure: string | undefined): void;
}

interface PendingCall {
  readonly deadline: Deadline;
  resolve(value: unknown): void;
  reject(error: DomainError): void;
}

/** A refusal that the extension has sent. */
export class ExtensionAnswer extends Error {
  readonly refusal: RefusalMessage;

  constructor(refusal: RefusalMessage) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** One running process of an extension. */
export class ExtensionProcess {
  readonly #around: ProcessSurroundings;
  readonly #spawned: SpawnedExtension;
  readonly #channel: LineChannel<ServerMessage, ProcessMessage>;
  readonly #calls = new Map<number, PendingCall>();
  readonly #messages: RateWindow;
  readonly #bytes: RateWindow;
  readonly #asks: RateWindow;
  readonly #outputs: RateWindow;
  readonly #time: AccountableTime;
  readonly #timer: NodeJS.Timeout;
  #last = 0;
  #failure: string | undefined;
  #isEnding = false;
  #isLoaded = false;
  #hasEnded = false;
  #loading: Deadline | undefined;
  #ping: Deadline | undefined;
  #isFlooded = false;
  #heardAt: number;
  #lastError = '';
  #onLoaded: ((message: ProcessMessage) => void) | undefined;

  constructor(folder: string, around: ProcessSurroundings) {
    this.#around = around;
    this.#heardAt = around.elapsed();
    this.#messages = new RateWindow(around.limits.messagesPerSecond, around.elapsed);
    this.#bytes = new RateWindow(around.limits.bytesPerSecond, around.elapsed);
    this.#outputs = new RateWindow(MOST_OUTPUTS, around.elapsed);
    this.#asks = new RateWindow(around.limits.asksPerSecond, around.elapsed);
    this.#spawned = spawnExtension(folder);
    const { pid = 0 } = this.#spawned.child;
    this.#time = new AccountableTime({ elapsed: around.elapsed, scheduling: () => schedulingOf(pid) });
    this.#channel = new LineChannel(this.#spawned.channel, {
      read: readProcessMessage,
      onMessage: (message, bytes) => this.#receive(message, bytes),
      onFault: (fault) => this.fail(faultText(fault)),
    });
    for (const output of this.#spawned.outputs) output.on('data', (chunk: Buffer) => this.#print(chunk));
    this.#spawned.child.once('error', ({ message }) => this.#finish(`did not start: ${message}`));
    this.#spawned.child.once('close', (code, signal) => this.#finish(this.#reasonOf(code, signal)));
    this.#timer = setInterval(() => this.#watch(), WATCH_MS);
  }

  /**
   * Loads the extension and returns its declaration.
   * @throws Error with the reason if it cannot be loaded
   */
  async load(slug: string, entry: string): Promise<unknown> {
    const loaded = Promise.withResolvers<ProcessMessage>();
    const { loadMs, longestLoadMs } = this.#around.limits;
    this.#loading = this.#time.deadline({ ownMs: loadMs, allMs: longestLoadMs });
    this.#onLoaded = loaded.resolve;
    this.#channel.send({ type: 'load', slug, entry });
    const message = await loaded.promise;
    this.#loading = undefined;
    this.#isLoaded = true;
    this.#heardAt = this.#around.elapsed();
    if (message.type === 'loaded') {
      lowerPriority(this.#spawned.child.pid, 'calls');
      return message.declaration;
    }
    const reason = message.type === 'not loaded' ? message.message : 'did not load';
    this.fail(reason);
    throw new Error(reason);
  }

  /**
   * Calls into the extension. A call that is not answered in time is the failure of the extension, and ends the process.
   * @throws ExtensionAnswer for a refusal or error of the extension
   * @throws DomainError `extension_unavailable`
   */
  async call(operation: ExtensionOperation, input: unknown): Promise<unknown> {
    if (this.#isEnding || this.#hasEnded || this.#channel.backlog > MOST_BACKLOG) throw extensionUnavailable();
    this.#last += 1;
    const id = this.#last;
    const deadline = this.#callDeadline();
    try {
      return await new Promise((resolve, reject) => {
        this.#calls.set(id, { deadline, resolve, reject });
        this.#channel.send({ type: 'call', id, operation, input });
      });
    } finally {
      this.#calls.delete(id);
    }
  }

  /** Ends the process because of a failure. Calls in flight are refused. */
  fail(reason: string): void {
    this.#failure ??= reason;
    this.#spawned.child.kill('SIGKILL');
    this.#refuseCalls();
  }

  /** Ends the process after the calls in flight; those that take longer than a call may are refused. */
  async end(): Promise<void> {
    if (this.#hasEnded) return;
    this.#isEnding = true;
    const closed = once(this.#spawned.child, 'close');
    const { elapsed, limits } = this.#around;
    const until = elapsed() + limits.callMs;
    while (this.#calls.size > 0 && !this.#hasEnded && elapsed() < until) await wait(20);
    this.#channel.send({ type: 'end' });
    const timer = setTimeout(() => this.#spawned.child.kill('SIGKILL'), 500);
    await closed;
    clearTimeout(timer);
  }

  #receive(message: ProcessMessage, bytes: number): void {
    this.#heardAt = this.#around.elapsed();
    if (!this.#messages.take() || !this.#bytes.take(bytes)) {
      this.#isFlooded = true;
      this.#channel.pause();
      setTimeout(() => this.#channel.resume(), WATCH_MS).unref();
    }
    if (message.type === 'ask') void this.#answer(message);
    else if (message.type === 'log') this.#around.write(`${message.level}: ${message.message}\n`);
    else if (message.type === 'result' || message.type === 'refusal') this.#settle(message);
    else if (message.type === 'pong') this.#notePong();
    else this.#onLoaded?.(message);
  }

  #callDeadline(): Deadline {
    const { callMs, longestCallMs } = this.#around.limits;
    return this.#time.deadline({ ownMs: callMs, allMs: longestCallMs });
  }

  #notePong(): void {
    this.#ping = undefined;
    this.#isFlooded = false;
  }

  #settle(message: ResultMessage): void {
    const call = this.#calls.get(message.id);
    if (message.type === 'result') call?.resolve(message.value);
    else call?.reject(new ExtensionAnswer(message.refusal) as never);
  }

  async #answer({ id, service, input }: Extract<ProcessMessage, { readonly type: 'ask' }>): Promise<void> {
    try {
      if (!this.#asks.take()) throw tooManyAsks(this.#around.limits.asksPerSecond);
      const serve = () => this.#around.serve(service, input);
      // It chooses the server that it fetches from.
      const value = await (service === 'fetch' ? serve() : this.#time.during(serve));
      this.#channel.send({ type: 'result', id, ...(value !== undefined && { value }) });
    } catch (error) {
      this.#channel.send({ type: 'refusal', id, refusal: refusalOf(error) });
    }
  }

  #print(chunk: Buffer): void {
    const text = chunk.toString('utf8');
    this.#lastError = `${this.#lastError}${text}`.slice(-2_000);
    if (this.#outputs.take()) this.#around.write(text.slice(0, MOST_OUTPUT));
  }

  #watch(): void {
    const { memoryBytes } = this.#around.limits;
    const bytes = residentBytes(this.#spawned.child.pid ?? 0);
    if (bytes !== undefined && bytes > memoryBytes)
      this.fail(`used more than ${memoryBytes / 1_048_576} MiB of memory`);
    this.#time.look();
    const late = this.#lateness();
    if (late !== undefined) this.fail(late);
    if (!this.#isLoaded || this.#ping !== undefined) return;
    if (this.#around.elapsed() - this.#heardAt < PING_MS) return;
    this.#ping = this.#callDeadline();
    this.#channel.send({ type: 'ping' });
  }

  /** What the process has not done in time; undefined if there is nothing. */
  #lateness(): string | undefined {
    const { loadMs, callMs, messagesPerSecond, bytesPerSecond } = this.#around.limits;
    const isPast = (deadline: Deadline | undefined) => deadline !== undefined && this.#time.isPast(deadline);
    if (isPast(this.#loading)) return `did not load within ${loadMs / 1_000} seconds`;
    for (const { deadline } of this.#calls.values())
      if (isPast(deadline)) return `did not answer within ${callMs / 1_000} seconds`;
    if (!isPast(this.#ping)) return undefined;
    return this.#isFlooded
      ? `sent more than ${messagesPerSecond} messages or ${bytesPerSecond / 1_048_576} MiB a second`
      : `did not react for ${callMs / 1_000} seconds`;
  }

  #reasonOf(code: number | null, signal: NodeJS.Signals | null): string | undefined {
    if (this.#failure !== undefined || this.#isEnding) return this.#failure;
    if (/heap out of memory/.test(this.#lastError)) return 'used up its memory';
    const line = this.#lastError
      .split('\n')
      .find((each) => /Error|:/.test(each))
      ?.trim();
    return `ended by ${signal ?? `itself with code ${code}`}${line === undefined ? '' : `: ${line.slice(0, 300)}`}`;
  }

  #refuseCalls(): void {
    for (const { reject } of this.#calls.values()) reject(extensionUnavailable());
    this.#calls.clear();
  }

  #finish(failure: string | undefined): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearInterval(this.#timer);
    this.#onLoaded?.({ type: 'not loaded', message: failure ?? 'ended' });
    this.#refuseCalls();
    this.#around.onEnd(failure);
  }
}

const faultText = (fault: ChannelFault): string =>
  fault === 'message too large' ? 'sent a message of more than 1 MiB' : 'sent a malformed message';

const tooManyAsks = (most: number): DomainError =>
  new DomainError('rate-limited', 'rate_limited', `An extension has ${most} requests a second.`);

const refusalOf = (error: unknown): RefusalMessage =>
  error instanceof DomainError
    ? { code: error.code, message: error.message }
    : { code: 'failed', message: 'The request failed.' };
