import type { Core } from '../../../core.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { unpaced, WorkPacer, type YieldTurn } from '../../../kernel/concurrency/work-pacer.ts';
import { type Match, routeFor } from '../../match.ts';
import { isAdmitted } from '../admission.ts';
import { noRoute } from '../refusals.ts';
import { anonymousBody, type BodyLimits, type ShopRequest } from '../request.ts';
import type { ShopRoute } from '../route.ts';
import { withReportFilters } from './contributed-filters.ts';
import { gatheringSources, type ParameterSources } from './sources.ts';

/** Dependencies of reading. */
export interface CallReading {
  readonly core: Core;
  /** Yields to the event loop while long bodies are parsed; without it they are parsed synchronously. */
  readonly yieldTurn?: YieldTurn;
}

/** A request with a known route and valid parameters. */
export interface ReadyCall {
  readonly route: ShopRoute;
  readonly request: ShopRequest;
  readonly sent: ParameterSources;
  readonly given: Record<string, unknown>;
}

/** A request with the candidate routes of its path and its caller. */
export interface RouteRequest {
  readonly matches: readonly Match<ShopRoute>[];
  readonly request: ShopRequest;
  readonly actor: Actor;
}

/**
 * Parses a request for one of these routes; permission is not checked yet.
 * @throws DomainError `rest_no_route`, `payload_too_large`, and the errors of the reader
 */
export async function readCall(
  { core, yieldTurn }: CallReading,
  { matches, request, actor }: RouteRequest,
): Promise<ReadyCall> {
  const found = routeFor(matches, request.method);
  if (!found) throw noRoute();
  const { route, match } = found;
  const body = hasBody(request.method) ? await request.body(limitsFor(actor, route)) : ({ kind: 'none' } as const);
  const pacer = yieldTurn ? new WorkPacer(yieldTurn) : unpaced();
  const gathered = await pacer.run(gatheringSources(match.variables, request.query, body));
  const sent = { ...gathered, header: (name: string) => request.header(name) };
  const query = withReportFilters(sent.query, route.params, core.contributions());
  return { route, request, sent, given: route.read({ ...sent, query }) };
}

const limitsFor = (actor: Actor, { access, uploadBytes }: ShopRoute): Partial<BodyLimits> => {
  if (actor.via === 'anonymous') return anonymousBody;
  return uploadBytes > 0 && isAdmitted(actor, access) ? { uploadBytes } : {};
};

const hasBody = (method: string): boolean => method !== 'GET' && method !== 'HEAD';
