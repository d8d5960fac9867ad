import { readFileSync } from 'node:fs';
import { inventoryRoutes, type Route } from '@backroom/core/interface';
import { codesIn, undocumented } from '../../support/answered-codes.ts';
import { type AnswerCheck, declaredShapes } from '../../support/declared-answers.ts';
import { endpointsOf } from '../../support/every-route.ts';
import { checkForm, type Exchange, leaksInAnswers, type Secrets, toldOf } from '../../support/exchanges.ts';
import type { FloodRequest } from './requests.ts';

/** A fault of an answer: what it has in common with others of its cause, and its text. */
export interface Finding {
  readonly cause: string;
  readonly detail: string;
}

/** The descriptions of both interfaces, as the server publishes them. */
export interface Descriptions {
  readonly inventory: object;
  readonly shop: object;
}

type Judge = (flood: FloodRequest, exchange: Exchange) => readonly Finding[];

/** What no answer and no line of the log may show: places in the sources, statements, and messages of the database. */
const inside = [
  /\n\s+at .{0,200}:\d+:\d+/,
  /node_modules|node:internal|\/packages\/\w+|\/dist\/|file:\/\//,
  /\b(?:select|insert into|update|delete from) "[a-z_]+"/i,
  /violates \w+ (?:key )?constraint|syntax error at or near|invalid byte sequence|relation "|out of range for type/i,
];

/** Internals of the system in a text. */
export const insideIn = (text: string): readonly string[] =>
  inside.flatMap((pattern) => pattern.exec(text)?.[0].slice(0, 120) ?? []);

/** Makes the judge of answers: each is held against everything that is promised of it. */
export function createJudge(descriptions: Descriptions, secrets: Secrets): Judge {
  const shapes = { inventory: declaredShapes(descriptions.inventory), shop: declaredShapes(descriptions.shop) };
  const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
  const routes = endpointsOf(inventoryRoutes({ publicDocs: false }));
  return (flood, exchange) => {
    const { endpoint } = flood;
    const route = isOwn(flood) ? routes.find(({ name }) => name === endpoint.name)?.route : undefined;
    return [
      ...deformed(exchange, endpoint.isShop ? undefined : route),
      ...unknownCodes(exchange, page),
      ...misshaped(flood, exchange, shapes[endpoint.isShop ? 'shop' : 'inventory']),
      ...leaking(exchange, endpoint.isShop, secrets),
    ];
  };
}

/** Whether the request was for the method of its endpoint, so that the answer is that of its route. */
const isOwn = ({ endpoint, method, wire, query, headers }: FloodRequest): boolean =>
  method === endpoint.method &&
  wire === undefined &&
  !query.some((piece) => piece.startsWith('_method')) &&
  !headers.some(([name]) => name === 'X-HTTP-Method-Override');

/** Whether the answer has the form of all answers of its interface. */
function deformed(exchange: Exchange, route: Route | undefined): readonly Finding[] {
  try {
    checkForm(exchange, route);
    return [];
  } catch (error) {
    const reason = String((error as Error).message).replace(`${toldOf(exchange)}: `, '');
    return [{ cause: `form: ${generalised(reason)}`, detail: `${reason.slice(0, 200)}\n    ${shown(exchange)}` }];
  }
}

const shown = ({ status, headers, text }: Exchange): string =>
  `${status} ${JSON.stringify(headers).slice(0, 600)} ${text.slice(0, 300)}`;

/** A text without what differs from one request to the next. */
export const generalised = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uuid>')
    .replace(/\d+/g, '<n>')
    .slice(0, 160);

interface Members {
  readonly [member: string]: unknown;
}
const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;
function jsonIn({ headers, text }: Exchange): unknown {
  if (text === '' || !headers['content-type']?.includes('json')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Statuses with which a failure may be answered, as far as its code is documented. */
const failures = [501, 503];

/** Whether every code of a refusal is in docs/errors.md, under its status. */
function unknownCodes(exchange: Exchange, page: string): readonly Finding[] {
  const { status, method } = exchange;
  const codes = codesIn(status, jsonIn(exchange));
  const detail = `${status} ${exchange.text.slice(0, 400)}`;
  if (status >= 500 && !failures.includes(status))
    return [{ cause: `failure: ${status} ${codes[0]?.code ?? ''}`, detail }];
  const isNameless = status >= 400 && method !== 'HEAD' && codes.length === 0;
  const missing = undocumented(codes, page).map(({ code, section }) => `${section} ${code}`);
  return [...(isNameless ? [`${status} without a code`] : []), ...new Set(missing)].map((each) => ({
    cause: `undocumented code: ${each}`,
    detail,
  }));
}

/** Whether a good answer has the shape that the description of its interface declares. */
function misshaped(flood: FloodRequest, exchange: Exchange, faultsOf: AnswerCheck): readonly Finding[] {
  const has = (word: string) => flood.query.some((piece) => piece.includes(word));
  // Fewer members, or more, were requested.
  if (!isOwn(flood) || has('fields') || has('_embed')) return [];
  const body = jsonIn(exchange);
  const inner = has('_envelope') && isMembers(body) && 'status' in body ? body : { status: exchange.status, body };
  if (inner.body === undefined) return [];
  const { path, method } = flood.endpoint;
  return faultsOf({ path, method, status: Number(inner.status), body: inner.body })
    .slice(0, 3)
    .map((fault) => ({ cause: `shape: ${generalised(fault)}`, detail: `${fault}: ${exchange.text.slice(0, 300)}` }));
}

/** Whether an answer shows what it must not. */
function leaking(exchange: Exchange, isShop: boolean, secrets: Secrets): readonly Finding[] {
  // A new application password is a member of that name, and options are called as their owners like.
  const leaks = leaksInAnswers([exchange], secrets).filter((leak) => !isShop || !leak.includes(': the member '));
  const shown = exchange.status < 400 ? [] : insideIn(exchange.text).map((text) => `shows ${text}`);
  return [...leaks, ...shown].map((leak) => ({ cause: `leak: ${generalised(leak)}`, detail: leak }));
}
