import { DomainError, type Log } from '@backroom/core';
import {
  type DownloadSink,
  type OutboundAnswer,
  type OutboundClient,
  type OutboundDownload,
  type OutboundFile,
  type OutboundLimits,
  type OutboundRequest,
  outboundFailed,
  outboundRefused,
} from '@backroom/core/outbound';
import { AllowList } from './allow-list.ts';
import { type BodyReader, type Exchanged, exchange } from './exchange.ts';
import { headersTo, withOwnHeaders } from './headers.ts';
import { PurposeSlots } from './purpose-slots.ts';
import { readBody, textOf } from './read-body.ts';
import { addressesOf, type ResolveName, resolverOf } from './resolve-host.ts';
import { SinkFailure, saveBody } from './save-body.ts';
import { type RuleOptions, targetOf } from './target-rules.ts';

/** Configuration of the client. */
export interface OutboundOptions {
  /** `host:port` that may be requested although they are private, plain http, or have another port. */
  readonly allow?: readonly string[];
  /** Name servers (`10.0.0.2`, `127.0.0.1:5353`) in place of the resolver of the system. */
  readonly nameServers?: readonly string[];
  /** Ports that may be requested anywhere; 80, 443 and 8080 by default. */
  readonly ports?: readonly number[];
  /** Concurrent requests of each purpose; 10 by default. */
  readonly concurrent?: number;
  /** Certificate authorities (PEM) in place of the default ones. */
  readonly ca?: string;
  readonly log: Pick<Log, 'warn'>;
}

const defaultLimits: OutboundLimits = {
  bodyBytes: 1_048_576,
  longerBody: 'refuse',
  totalMs: 10_000,
  connectMs: 5_000,
  redirects: 3,
};
const PORTS = [80, 443, 8_080];
const CONCURRENT = 10;
/** Milliseconds of a download by default. */
const DOWNLOAD_MS = 120_000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Sends requests with undici, over a dispatcher that connects to the checked addresses only. */
export class UndiciOutboundClient implements OutboundClient {
  readonly #rules: RuleOptions;
  readonly #resolve: ResolveName;
  readonly #slots: PurposeSlots;
  readonly #ca: string | undefined;
  readonly #log: Pick<Log, 'warn'>;

  /** @throws RangeError for an invalid entry of `allow` */
  constructor({ allow = [], nameServers, ports = PORTS, concurrent = CONCURRENT, ca, log }: OutboundOptions) {
    this.#rules = { allowed: new AllowList(allow), ports: new Set(ports) };
    this.#resolve = resolverOf(nameServers);
    this.#slots = new PurposeSlots(concurrent);
    this.#ca = ca;
    this.#log = log;
  }

  async send(request: OutboundRequest): Promise<OutboundAnswer> {
    const limits = { ...defaultLimits, ...request.limits };
    const isRead = request.method !== 'HEAD';
    const { content, ...head } = await this.#answerOf(
      { ...request, headers: withOwnHeaders(request.headers) },
      limits,
      (body, { headers }) => readBody(body, isRead ? headers['content-encoding'] : undefined, limits),
    );
    return { ...head, ...content, text: () => textOf(content.body, head.headers['content-type']) };
  }

  async download(request: OutboundDownload, sink: DownloadSink): Promise<OutboundFile> {
    const { maxBytes, totalMs = DOWNLOAD_MS, headers } = request;
    if (!Number.isSafeInteger(maxBytes) || maxBytes < 1) throw new RangeError('maxBytes is no positive integer.');
    const { status, url, content } = await this.#answerOf(
      { ...request, headers: withOwnHeaders(headers, 'identity') },
      { ...defaultLimits, totalMs },
      (body, head) => saveBody(body, head, { sink, maxBytes }),
    );
    return { status, url, ...content };
  }

  async #answerOf<T>(request: OutboundRequest, limits: OutboundLimits, read: BodyReader<T>): Promise<Exchanged<T>> {
    const signal = AbortSignal.timeout(limits.totalMs);
    try {
      return await this.#slots.run(request.purpose, signal, () => this.#follow(request, { limits, signal, read }));
    } catch (error) {
      if (error instanceof SinkFailure) throw error.cause;
      const failure = failureOf(error);
      this.#log.warn('outbound request failed', {
        purpose: request.purpose,
        origin: originOf(request.url),
        code: failure.code,
        reason: (failure.cause as Error).message,
      });
      throw failure;
    }
  }

  async #follow<T>(request: OutboundRequest, { limits, signal, read }: Following<T>): Promise<Exchanged<T>> {
    const { method = 'GET', requiresTls = false } = request;
    const isFollowed = method === 'GET' || method === 'HEAD';
    let { url: address } = request;
    for (let redirects = 0; ; redirects += 1) {
      const target = targetOf(address, requiresTls, this.#rules);
      const addresses = await addressesOf(target, this.#resolve, signal);
      const headers = headersTo(target.url, request);
      const answer = await exchange(
        { ...request, method, headers, url: target.url.href },
        { addresses, limits, signal, ca: this.#ca, read },
      );
      const { location } = answer.headers;
      if (!isFollowed || !REDIRECTS.has(answer.status) || location === undefined) return answer;
      if (redirects >= limits.redirects) throw outboundFailed('there are too many redirects');
      if (!URL.canParse(location, target.url)) throw outboundRefused('the redirect is no URL');
      address = new URL(location, target.url).href;
    }
  }
}

interface Following<T> {
  readonly limits: OutboundLimits;
  readonly signal: AbortSignal;
  readonly read: BodyReader<T>;
}

/** Errors of the network as `outbound_failed`; errors of the rules and limits are that already. */
function failureOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const { name, code, message } = error as Error & { readonly code?: string };
  if (name === 'TimeoutError') return outboundFailed('the time is over');
  return outboundFailed(`the connection failed: ${code ?? message}`);
}

/** The scheme, host and port of a URL for the log; the rest may contain secrets. */
const originOf = (url: string): string | null => {
  if (!URL.canParse(url)) return null;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
};
