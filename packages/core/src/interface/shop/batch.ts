import type { Actor } from '../../kernel/actor.ts';
import type { BatchItem, BatchItems, CheckedItem, ItemAnswer } from '../../kernel/batch.ts';
import { DomainError } from '../../kernel/errors.ts';
import { digestOf } from '../../kernel/formats/digest.ts';
import { routeFor } from '../match.ts';
import { allowHeader, isAdmitted } from './admission.ts';
import { decodePart, readQuery } from './links.ts';
import { perform, type ShopParts } from './perform.ts';
import { type ReadyCall, readCall } from './reading/read-call.ts';
import type { ShopRequest, ShopResponse } from './request.ts';

/** Creates the batch executor: items run as the sender of the batch, with headers of their own. */
export function createShopBatch(parts: ShopParts, sender: Actor, outer: ShopRequest): BatchItems {
  const { once: _, ...actor } = sender;
  return {
    async check(item) {
      const request = requestOf(item, outer);
      const answer = (response: ShopResponse): ItemAnswer => ({
        body: response.body,
        status: response.status,
        headers: { ...response.headers, ...allowHeader(parts.find(request.path), actor) },
      });
      try {
        const call = await check({ parts, actor }, item, request);
        const run = () => perform(parts, actor, call).catch((error: unknown) => parts.refuse(error, request));
        return { run: async () => answer(await run()) };
      } catch (error) {
        return refused(answer(parts.refuse(error, request)));
      }
    },
  };
}

const refused = (refusal: ItemAnswer): CheckedItem => ({ refusal, run: async () => refusal });

interface Sender {
  readonly parts: ShopParts;
  readonly actor: Actor;
}

async function check({ parts, actor }: Sender, { path }: BatchItem, request: ShopRequest): Promise<ReadyCall> {
  if (decodePart(path.split('?', 1)[0] ?? '') === undefined || path.startsWith('//')) throw unreadablePath();
  const matches = parts.find(request.path);
  const found = routeFor(matches, request.method);
  if (found && !found.route.batch) throw notInBatches();
  const call = await readCall(parts, { matches, request, actor });
  if (isAdmitted(actor, call.route.access)) call.route.check(call.given);
  return call;
}

const unreadablePath = (): DomainError =>
  new DomainError('malformed', 'parse_path_failed', 'The path of the request cannot be read.');
const notInBatches = (): DomainError =>
  new DomainError('malformed', 'rest_batch_not_allowed', 'The requested route does not support batch requests.');

/** Builds the request of an item; it inherits only origin and base address from the outer request. */
function requestOf({ method, path, body, headers = {} }: BatchItem, outer: ShopRequest): ShopRequest {
  const [route = '', ...query] = path.split('?');
  const own = new Map(
    Object.entries(headers).map(([name, value]) => [
      headerName(name),
      typeof value === 'string' ? value : value.join(', '),
    ]),
  );
  return {
    method,
    path: decodePart(route) ?? route,
    query: readQuery(query.join('?')),
    baseUrl: outer.baseUrl,
    header: (name) => own.get(headerName(name)),
    body: async () => (body ? { kind: 'both', value: body } : { kind: 'none' }),
    fingerprint: () => digestOf(JSON.stringify(body ?? null)),
    origin: outer.origin,
  };
}

const headerName = (name: string): string => name.toLowerCase().replaceAll('_', '-');
