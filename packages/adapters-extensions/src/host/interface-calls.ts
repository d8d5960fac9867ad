import { createHash } from 'node:crypto';
import { type Actor, type Core, DomainError, type Log, type Origin } from '@backroom/core';
import {
  createDispatch,
  inventoryPolicy,
  inventoryRoutes,
  type Method,
  type RestResponse,
  type ShopNames,
  shopPolicy,
  shopRoutes,
} from '@backroom/core/interface';
import { isObject } from '@backroom/core/kernel';
import { readInterfaceCall } from './read-ask.ts';

/** A request of an extension to one of the interfaces. */
export interface InterfaceCall {
  readonly method: Method;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
}

/** The answer as it is sent to the extension. */
interface CallAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What the interfaces need of the installation. */
export interface InterfaceParts {
  readonly core: Core;
  readonly log: Log;
  readonly names: ShopNames;
  /** The base address of the installation. */
  readonly baseUrl: () => string;
  readonly requireIfMatch: boolean;
}

/** Maximum characters of the body of an answer as JSON. */
const ANSWER_LENGTH = 900_000;
const USER_AGENT = 'extension';

/** Requests of extensions to the two interfaces inside of this process: validated, permitted and audited like those of any client. */
export class InterfaceRequests {
  readonly #parts: InterfaceParts;
  readonly #shop;
  readonly #inventory;

  constructor(parts: InterfaceParts) {
    const { core, names, requireIfMatch, log } = parts;
    this.#parts = parts;
    const onFailure = (cause: unknown, { method }: { readonly method: string }) =>
      log.error('request of an extension failed', cause, { method });
    this.#shop = createDispatch({ core, policy: shopPolicy({ names }), routes: shopRoutes(names), onFailure });
    this.#inventory = createDispatch({
      core,
      policy: inventoryPolicy({ requireIfMatch }),
      routes: inventoryRoutes({ publicDocs: false }),
      onFailure,
    });
  }

  /** @throws DomainError `extension_request_invalid`, `answer_too_large` */
  async send(service: 'shop' | 'inventory', actor: Actor, input: unknown): Promise<CallAnswer> {
    const call = readInterfaceCall(input);
    const origin: Origin = { userAgent: USER_AGENT, isSecure: true };
    const send = service === 'shop' ? this.#sendToShop : this.#sendToInventory;
    return this.#parts.core.runRequest(() => send.call(this, call, { ...actor, origin }));
  }

  async #sendToShop(call: InterfaceCall, actor: Actor): Promise<CallAnswer> {
    const { method, path, query, body } = call;
    const answer = await this.#shop(
      {
        method,
        path,
        query,
        baseUrl: this.#parts.baseUrl(),
        header: headersOf(call),
        body: async () => (body === undefined ? { kind: 'none' } : { kind: 'json', value: body }),
        fingerprint: () => digestOf(call),
        origin: actor.origin,
      },
      async () => actor,
    );
    return answerOf(answer.status, answer.headers, answer.body);
  }

  async #sendToInventory(call: InterfaceCall, actor: Actor): Promise<CallAnswer> {
    const { method, path, query, body } = call;
    const answer = await this.#inventory(
      {
        method,
        path,
        prefix: '',
        query,
        header: headersOf(call),
        body: async () => (body === undefined ? { kind: 'none' } : { kind: 'json', value: objectOf(body) }),
        fingerprint: () => digestOf(call),
        origin: actor.origin,
      },
      async () => actor,
    );
    return answerOf(answer.status, answer.headers, answer.chunks ? await textOf(answer) : answer.body);
  }
}

const headersOf =
  ({ idempotencyKey }: InterfaceCall) =>
  (name: string): string | undefined =>
    name === 'idempotency-key' ? idempotencyKey : undefined;

const digestOf = ({ method, path, query, body }: InterfaceCall): string =>
  createHash('sha256')
    .update(JSON.stringify([method, path, query, body ?? null]))
    .digest('hex');

function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  if (isObject(body)) return body;
  throw new DomainError('malformed', 'malformed_json', 'The body must be a JSON object.');
}

async function textOf({ chunks }: RestResponse): Promise<string> {
  let text = '';
  for await (const chunk of chunks ?? []) {
    text += chunk;
    if (text.length > ANSWER_LENGTH) throw answerTooLarge();
  }
  return text;
}

function answerOf(status: number, headers: Readonly<Record<string, string>>, body: unknown): CallAnswer {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (body === undefined) return { status, headers: lower };
  if ((JSON.stringify(body) ?? '').length > ANSWER_LENGTH) throw answerTooLarge();
  return { status, headers: lower, body };
}

const answerTooLarge = (): DomainError =>
  new DomainError('too-large', 'answer_too_large', 'The answer is too large for an extension: request fewer entries.');
