import {
  type CallOptions,
  type CallResult,
  type ExtensionContext,
  type ExtensionLog,
  ExtensionRefusal,
  type FetchResult,
  type InterfaceCalls,
  type KeyValueStore,
  type SubmittedJob,
} from '@backroom/extension';
import type { LineChannel } from '../protocol/line-channel.ts';
import type { ProcessMessage, ServerMessage, ServiceName } from '../protocol/messages.ts';
import type { PendingRequests } from './pending-requests.ts';

const LEAST_REFUSAL = 400;

/** Creates the context of an extension, whose requests go to the server. */
export const createContext = (
  slug: string,
  requests: PendingRequests,
  channel: LineChannel<ProcessMessage, ServerMessage>,
): ExtensionContext => ({
  slug,
  shop: callsOf(requests, 'shop'),
  inventory: callsOf(requests, 'inventory'),
  store: storeOf(requests),
  fetch: (url, init = {}) => requests.ask('fetch', { ...init, url }) as Promise<FetchResult>,
  log: logOf(channel),
  jobs: { submit: (kind, input = {}) => requests.ask('jobs', { kind, input }) as Promise<SubmittedJob> },
  settings: () => requests.ask('settings', {}) as Promise<Readonly<Record<string, unknown>>>,
});

function callsOf(requests: PendingRequests, service: ServiceName): InterfaceCalls {
  const request: InterfaceCalls['request'] = (method, path, options = {}) =>
    requests.ask(service, { ...options, method, path }) as Promise<CallResult>;
  const bodyOf = async (...call: Parameters<InterfaceCalls['request']>): Promise<unknown> => {
    const { status, body } = await request(...call);
    if (status >= LEAST_REFUSAL) throw refusalOfAnswer(status, body);
    return body;
  };
  return {
    request,
    get: (path, query = {}) => bodyOf('GET', path, { query }),
    post: (path, body, options: CallOptions = {}) => bodyOf('POST', path, { ...options, body }),
  };
}

function refusalOfAnswer(status: number, body: unknown): ExtensionRefusal {
  const { code, message, detail } = (body ?? {}) as Readonly<Record<string, unknown>>;
  return new ExtensionRefusal(String(code ?? 'failed'), String(message ?? detail ?? `Status ${status}.`), status);
}

const storeOf = (requests: PendingRequests): KeyValueStore => ({
  get: (key) => requests.ask('store', { action: 'get', key }),
  set: async (key, value) => void (await requests.ask('store', { action: 'set', key, value })),
  delete: async (key) => void (await requests.ask('store', { action: 'delete', key })),
  keys: (prefix = '') => requests.ask('store', { action: 'keys', prefix }) as Promise<readonly string[]>,
});

function logOf(channel: LineChannel<ProcessMessage, ServerMessage>): ExtensionLog {
  const write = (level: 'info' | 'warn' | 'error') => (message: string) =>
    channel.send({ type: 'log', level, message: String(message).slice(0, 2_000) });
  return { info: write('info'), warn: write('warn'), error: write('error') };
}
