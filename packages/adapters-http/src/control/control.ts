import { type Actor, busy, type Core, DomainError } from '@backroom/core';
import { NO_CONTENT, OK, type RestResponse } from '@backroom/core/interface';
import type { Context } from 'koa';
import type { Entry, RequestContext } from '../common/entry-middleware.ts';
import type { UploadState } from '../common/read-request.ts';
import type { Authenticate, TrustedAccess } from '../inventory/authenticate.ts';
import { answerLines } from './answer-lines.ts';
import { Interrupted, interruptibleFile, interruptibleProgress } from './interruption.ts';
import { linesOf, NDJSON, unbatched } from './lines.ts';
import { controlHeaders, type UseCaseRequest } from './messages.ts';
import { useCaseNamed } from './use-case-names.ts';
import { decodeValue } from './values.ts';

/** What the private socket of the command line needs besides the application. */
export interface ControlOptions {
  /** Version of the program. */
  readonly version: string;
  /** Base address of the interfaces for clients. */
  readonly url: string;
  /** The actor of a command, with the rights of the operator of the installation. */
  actorOf(caller: { readonly operator: string; readonly as: string | undefined }): Promise<Actor>;
  /** Receives failures that are no refusals. */
  onFailure(cause: unknown): void;
}

/** The parts that the private socket adds to an application. */
export interface Control {
  readonly access: TrustedAccess;
  /** `GET /` says version and address, `POST /use-cases/{name}` runs a use case, `DELETE /runs/{id}` interrupts an import. */
  readonly entry: Entry;
  /** Answers like an entry, in lines with the progress of an uploaded file before the response. */
  withProgress(entry: Entry): Entry;
  readonly onFailure: (cause: unknown) => void;
}

export function createControl(core: Core, { version, url, actorOf, onFailure }: ControlOptions): Control {
  const runs = new Runs();
  const authenticate = authenticateBy(actorOf);
  const parts: ControlParts = { core, runs, authenticate, onFailure: unlessExpected(onFailure) };
  return {
    // Marked as secure: the request never leaves the machine.
    access: { authenticate, within: (work) => work(), clientOf: () => ({ address: undefined, isSecure: true }) },
    onFailure: parts.onFailure,
    async entry(call) {
      const { method, path } = call.request;
      const [, part, id = ''] = path.split('/');
      if (method === 'POST' && part === 'use-cases') return runUseCase(parts, call, id);
      if (method === 'DELETE' && part === 'runs') {
        runs.interrupt(id);
        return { status: NO_CONTENT, headers: {}, body: undefined };
      }
      return { status: OK, headers: { 'cache-control': 'no-store' }, body: { version, url } };
    },
    withProgress: (entry) => async (call) => {
      const { context } = call.request;
      const signal = runs.begin(context);
      return streamed(async (onProgress) => {
        const state: UploadState = context.state;
        state.observe = ({ chunks }) => ({
          chunks: interruptibleFile(chunks, signal),
          onProgress: interruptibleProgress(onProgress, signal),
        });
        const { status, headers, contentType, body } = (await entry(call)) as RestResponse;
        return { status, headers, contentType, body: body === undefined ? body : JSON.parse(JSON.stringify(body)) };
      }, parts.onFailure);
    },
  };
}

interface ControlParts extends Pick<Control, 'onFailure'> {
  readonly core: Core;
  readonly authenticate: Authenticate;
  readonly runs: Runs;
}

const authenticateBy =
  (actorOf: ControlOptions['actorOf']): Authenticate =>
  ({ headers }) => {
    const as = headers[controlHeaders.as];
    return actorOf({
      operator: decodeURIComponent(String(headers[controlHeaders.operator])),
      as: as === undefined ? undefined : decodeURIComponent(String(as)),
    });
  };

const unlessExpected =
  (onFailure: ControlOptions['onFailure']) =>
  (cause: unknown): void => {
    if (!(cause instanceof Interrupted)) onFailure(cause);
  };

async function runUseCase(
  { core, runs, authenticate, onFailure }: ControlParts,
  { request: { context } }: RequestContext,
  name: string,
): Promise<RestResponse> {
  const lines = linesOf(bodyOf(context));
  const first = await lines.next();
  const { input, hasFile, hasProgress } = decodeValue(String(first.value)) as UseCaseRequest;
  const signal = runs.begin(context);
  return streamed(
    async (onProgress) => {
      const actor = await authenticate(context.req, {});
      const file = interruptibleFile(decoded(lines), signal);
      const more = {
        ...(hasFile && { open: onlyOnce(() => unbatched(file)) }),
        ...(hasProgress && { onProgress: hasFile ? interruptibleProgress(onProgress, signal) : onProgress }),
      };
      const whole = hasFile || hasProgress ? { ...(input as object), ...more } : input;
      return core.run(useCaseNamed(name), actor, whole);
    },
    (cause) => {
      if (!(cause instanceof DomainError)) onFailure(cause);
    },
  );
}

/** The running commands, by id. */
class Runs {
  readonly #controllers = new Map<string, AbortController>();

  /** The signal of a command: aborted by `interrupt`, or when its connection closes before the answer is sent. */
  begin({ req, res }: Context): AbortSignal {
    const id = String(req.headers[controlHeaders.run]);
    const controller = this.#controllerOf(id);
    res.once('close', () => {
      this.#controllers.delete(id);
      if (!res.writableFinished) controller.abort();
    });
    return controller.signal;
  }

  /** Interrupts a command, also one that arrives later than its interruption, on another connection. */
  interrupt(id: string): void {
    this.#controllerOf(id).abort();
  }

  #controllerOf(id: string): AbortController {
    const controller = this.#controllers.get(id) ?? new AbortController();
    this.#controllers.set(id, controller);
    return controller;
  }
}

/** A file from a socket cannot be read again. */
function onlyOnce<T>(open: () => T): () => T {
  let isOpened = false;
  return () => {
    if (isOpened) throw busy();
    isOpened = true;
    return open();
  };
}

const streamed = (...[work, onFailure]: Parameters<typeof answerLines>): RestResponse => ({
  status: OK,
  headers: { 'cache-control': 'no-store' },
  contentType: NDJSON,
  body: undefined,
  chunks: answerLines(work, onFailure),
});

/** The body of a request, which is never destroyed, because its answer is still to be sent. */
async function* bodyOf({ req }: Context): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* req.iterator({ destroyOnReturn: false });
  } catch {
    throw new Interrupted();
  }
}

async function* decoded(lines: AsyncIterable<string>): AsyncGenerator<readonly never[], void, undefined> {
  for await (const line of lines) yield JSON.parse(line) as readonly never[];
}
