import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ProgressListener } from '@backroom/core';
import type { SourceLine } from '@backroom/core/interchange';
import { LEAST_REFUSAL, type RestResponse, type Upload } from '@backroom/core/interface';
import { requestIdOf } from '../common/request-id.ts';
import { Interrupted } from './interruption.ts';
import { batched, linesOf, NDJSON } from './lines.ts';
import { CONTROL_PREFIX, controlHeaders, type UseCaseRequest } from './messages.ts';
import { broken, resultOf } from './read-answer.ts';
import { isShopPath, shopPrefix } from './shop-paths.ts';
import { encodeValue } from './values.ts';

/** A request to a route of either interface. */
export interface PlainRequest {
  readonly method: string;
  /** Below the prefix of its interface, decoded. */
  readonly path: string;
  readonly query?: readonly (readonly [string, string])[];
  readonly body?: Readonly<Record<string, unknown>>;
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of a body: a file of rows. */
  readonly upload?: Upload;
  /** Whether the answer is read in chunks as it arrives. */
  readonly isStreamed?: boolean;
}

/** The account that a command acts as, and the signal that interrupts its import. */
export interface CommandOptions {
  /** The system account by default. */
  readonly as?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a server says of itself. */
export interface ServerFacts {
  readonly version: string;
  /** Base address of its interfaces for clients. */
  readonly url: string;
}

/** The version of a server is unknown: it is stopping, or speaks another protocol. */
export class UnknownServer extends Error {}

/** Sends commands to an application with `control`; each on a connection of its own, which fails when the server stops. */
export class ControlClient {
  readonly #connect: () => Duplex;
  readonly #operator: string;
  readonly #open = new Set<ClientRequest>();

  constructor(connect: () => Duplex, operator: string) {
    this.#connect = connect;
    this.#operator = operator;
  }

  /**
   * The version and the base address of the server.
   * @throws Error of the connection; `UnknownServer` for an answer that is none
   */
  async server(): Promise<ServerFacts> {
    const request = this.#request('GET', `${CONTROL_PREFIX}/`, {});
    const response = await answerTo(request.end()).catch((cause: NodeJS.ErrnoException) => {
      throw cause.syscall === 'connect' ? cause : new UnknownServer(cause.message, { cause });
    });
    const facts = (await jsonIn(response)) as Partial<ServerFacts> | undefined;
    if (typeof facts?.version !== 'string') throw new UnknownServer('The server has no version.');
    return { version: facts.version, url: String(facts.url) };
  }

  /** Calls a route of either interface. */
  async call(plain: PlainRequest, { as, signal }: CommandOptions): Promise<RestResponse> {
    const { method, query = [], body, upload, headers } = plain;
    const search = query.length > 0 ? `?${new URLSearchParams(query.map(([name, value]) => [name, value]))}` : '';
    const path = `${encodedPath(plain)}${search}`;
    if (upload) return this.#upload(path, plain, { as, signal });
    const request = this.#request(method, path, {
      ...headers,
      ...this.#identity(as),
      ...(body && { 'content-type': 'application/json' }),
    });
    const response = await answerTo(request.end(body && JSON.stringify(body)));
    return responseOf(response, plain);
  }

  /** Runs a use case by its qualified name. A stream of lines in the input, and one as the result, are sent as they are read. */
  async run(name: string, input: unknown, { as, signal }: CommandOptions): Promise<unknown> {
    const { file, onProgress, rest } = splitInput(input);
    const head: UseCaseRequest = { input: rest, hasFile: file !== undefined, hasProgress: onProgress !== undefined };
    const headers = { ...this.#identity(as), 'content-type': NDJSON };
    const request = this.#request('POST', `${CONTROL_PREFIX}/use-cases/${name}`, headers);
    return this.#exchange(request, { body: bodyOf(head, file), onProgress, signal });
  }

  /** Closes the connections; running imports are rolled back. */
  close(): void {
    for (const request of this.#open) {
      request.destroy();
      request.socket?.destroy();
    }
  }

  async #upload(
    path: string,
    { upload, headers }: PlainRequest,
    { as, signal }: CommandOptions,
  ): Promise<RestResponse> {
    const request = this.#request('POST', `${CONTROL_PREFIX}/progress${path}`, {
      ...headers,
      ...this.#identity(as),
      'content-type': 'text/csv',
    });
    const parts = { body: upload?.chunks ?? [], onProgress: upload?.onProgress, signal };
    const response = (await this.#exchange(request, parts)) as RestResponse;
    if (signal?.aborted && response.status >= LEAST_REFUSAL) throw new Interrupted();
    return response;
  }

  /** Sends a body and reads the lines of the answer. An early answer ends the upload, and a failed upload the wait for the answer. */
  async #exchange(request: ClientRequest, { body, onProgress, signal }: ExchangeParts): Promise<unknown> {
    if (signal?.aborted) {
      request.destroy();
      throw new Interrupted();
    }
    // The server reads the rest of the body after an early answer, so the connection must not close with it.
    request.setHeader('connection', 'keep-alive');
    const interrupt = () => void this.#interrupt(String(request.getHeader(controlHeaders.run)));
    signal?.addEventListener('abort', interrupt, { once: true });
    const finish = () => {
      signal?.removeEventListener('abort', interrupt);
      request.destroy();
      // Of an answered request only the connection is left, which an agent would use again.
      request.socket?.destroy();
    };
    const answered = answerTo(request);
    const sent = pipeline(Readable.from(body, { objectMode: false }), request).catch(demandOwnCause);
    for (const each of [answered, sent]) each.catch(() => {});
    try {
      const response = await Promise.race([answered, sent.then(() => answered)]);
      const result = await resultOf(linesOf(response), onProgress);
      if (isLines(result)) return endingWith(result, finish);
      finish();
      return result;
    } catch (error) {
      finish();
      throw error;
    }
  }

  async #interrupt(id: string): Promise<void> {
    const request = this.#request('DELETE', `${CONTROL_PREFIX}/runs/${id}`, {});
    await answerTo(request.end()).then(
      (response) => response.resume(),
      () => {},
    );
  }

  #identity(as: string | undefined): Record<string, string> {
    return {
      [controlHeaders.operator]: encodeURIComponent(this.#operator),
      [controlHeaders.run]: requestIdOf(undefined),
      ...(as !== undefined && { [controlHeaders.as]: encodeURIComponent(as) }),
    };
  }

  #request(method: string, path: string, headers: Readonly<Record<string, string>>): ClientRequest {
    // Node takes any duplex stream for a connection; its types only know sockets.
    const createConnection = this.#connect as () => Socket;
    const request = openRequest(`http://localhost${path}`, { method, headers, createConnection });
    // A fault ends the wait for the answer; after the answer it means nothing.
    request.on('error', () => {});
    this.#open.add(request);
    request.once('close', () => this.#open.delete(request));
    return request;
  }
}

interface ExchangeParts {
  readonly body: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array>;
  readonly onProgress: ProgressListener | undefined;
  readonly signal: AbortSignal | undefined;
}

async function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).syscall === 'connect') throw cause;
    throw broken(cause);
  }
}

/** Of a failed upload, the fault of the file is the cause, and not that of the connection. */
function demandOwnCause(cause: NodeJS.ErrnoException): never {
  throw ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(cause.code ?? '') ? broken() : cause;
}

const isLines = (value: unknown): value is AsyncIterable<string> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

async function* endingWith(lines: AsyncIterable<string>, finish: () => void): AsyncGenerator<string, void, undefined> {
  try {
    yield* lines;
  } finally {
    finish();
  }
}

async function* bodyOf(
  head: UseCaseRequest,
  file: AsyncIterable<SourceLine> | undefined,
): AsyncGenerator<string, void, undefined> {
  yield `${encodeValue(head)}\n`;
  for await (const batch of batched(file ?? [])) yield `${JSON.stringify(batch)}\n`;
}

/** The percent-encoded path of a route, under the prefix of its interface. */
function encodedPath({ path }: PlainRequest): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return isShopPath(path) ? `${shopPrefix}${encoded}` : encoded;
}

/** The response of a route: JSON is parsed, unless it is read in chunks; other media types are always. */
async function responseOf(response: IncomingMessage, { isStreamed = false }: PlainRequest): Promise<RestResponse> {
  const { statusCode: status = 0, headers } = response;
  const contentType = headers['content-type'];
  const answer = {
    status,
    headers: headers as Record<string, string>,
    ...(contentType !== undefined && { contentType }),
  };
  const isJson = /[/+]json\b/.test(contentType ?? '');
  if ((isJson && (!isStreamed || status >= LEAST_REFUSAL)) || contentType === undefined)
    return { ...answer, body: await jsonIn(response) };
  return { ...answer, body: undefined, chunks: response.setEncoding('utf8') };
}

async function jsonIn(response: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return text === '' ? undefined : JSON.parse(text);
}

/** Members of an input that are not serialised: a file is sent in lines, the receiver of progress stays here. */
interface UploadedInput {
  readonly file: AsyncIterable<SourceLine> | undefined;
  readonly onProgress: ProgressListener | undefined;
  readonly rest: unknown;
}

function splitInput(input: unknown): UploadedInput {
  if (typeof input !== 'object' || input === null) return { file: undefined, onProgress: undefined, rest: input };
  const { open, onProgress, ...rest } = input as {
    readonly open?: () => AsyncIterable<SourceLine>;
    readonly onProgress?: ProgressListener;
  };
  return { file: open?.(), onProgress, rest };
}
