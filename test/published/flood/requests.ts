import { drawing, oneOf, upTo } from '../../support/report-draws.ts';
import { badSegments } from '../bad-values.ts';
import type { FloodEndpoint, FloodParam, Pair } from './endpoints.ts';
import { knownIds } from './good-values.ts';
import {
  hostileBodies,
  hostileEncodings,
  hostileHeaders,
  hostileJson,
  hostileNames,
  hostileQueries,
  hostileStarts,
  hostileTexts,
  hostileTypes,
} from './hostile.ts';

/** In whose name a request is sent. */
export type Sender = 'anonymous' | 'member' | 'admin';

/** A request of the flood, in parts that can be left out one at a time. */
export interface FloodRequest {
  readonly endpoint: FloodEndpoint;
  readonly sender: Sender;
  /** Credentials of the shop interface in place of a token. */
  readonly isBasic: boolean;
  readonly method: string;
  /** Encoded. */
  readonly path: string;
  /** Encoded pieces of the query. */
  readonly query: readonly string[];
  readonly headers: readonly Pair[];
  /** Members as texts of JSON, by name; undefined where the body is something else, or none. */
  readonly members: readonly Pair[] | undefined;
  /** In place of members. */
  readonly raw: string | Buffer | undefined;
  /** Applied to the body before it is sent. */
  readonly encode: ((bytes: Buffer) => Buffer) | undefined;
  /** The body ends before its announced length. */
  readonly isCut: boolean;
  /** The whole request in place of everything else. */
  readonly wire: string | undefined;
}

type Draft = { -readonly [K in keyof FloodRequest]: FloodRequest[K] };
type Draw = () => number;

/** The request of this number: the same for the same seed, whatever was answered before. */
export function floodRequest(endpoints: readonly FloodEndpoint[], seed: number, index: number): FloodRequest {
  const draw = drawing(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  draw();
  return index % 2 === 0 ? strange(endpoints, index / 2, draw) : aimed(endpoints, draw);
}

/** A request of each endpoint in turn, with nothing wrong in it or several things. */
function strange(endpoints: readonly FloodEndpoint[], turn: number, draw: Draw): FloodRequest {
  const endpoint = endpoints[turn % endpoints.length] as FloodEndpoint;
  const draft = ordinary(endpoint, draw, 0.25);
  draft.sender = everySender[Math.floor(turn / endpoints.length)] ?? oneOf(draw, senders);
  for (let count = oneOf(draw, faultsAtOnce); count > 0; count -= 1) oneOf(draw, faults)(draft, draw);
  return draft;
}

/**
 * A request that is right but for one parameter, whose value is at the edge of its type. Parameters of one name and type are
 * drawn as one, because forty reports with the same filters would leave little for everything else.
 */
function aimed(endpoints: readonly FloodEndpoint[], draw: Draw): FloodRequest {
  const { endpoint, param, isInBody } = oneOf(draw, oneOf(draw, targetsOf(endpoints)));
  const draft = ordinary(endpoint, draw, 0.05);
  if (!isInBody) addQuery(draft, oneOf(draw, param.edges.pieces));
  else if (draw() < 0.3) wrongInside(draft, draw);
  else setMember(draft, param.name, oneOf(draw, param.edges.json));
  return draft;
}

interface Target {
  readonly endpoint: FloodEndpoint;
  readonly param: FloodParam;
  readonly isInBody: boolean;
}

const known = new WeakMap<readonly FloodEndpoint[], readonly (readonly Target[])[]>();

function targetsOf(endpoints: readonly FloodEndpoint[]): readonly (readonly Target[])[] {
  const groups = known.get(endpoints) ?? [
    ...Map.groupBy(endpoints.flatMap(targetsAt), ({ endpoint: { isShop }, param, isInBody }) =>
      JSON.stringify([isShop, isInBody, param.name, param.edges.json]),
    ).values(),
  ];
  known.set(endpoints, groups);
  return groups;
}

const targetsAt = (endpoint: FloodEndpoint): readonly Target[] => [
  ...endpoint.query.map((param) => ({ endpoint, param, isInBody: false })),
  ...endpoint.body.map((param) => ({ endpoint, param, isInBody: true })),
];

const faultsAtOnce = [0, 1, 1, 1, 2, 3];
const everySender: readonly Sender[] = ['admin', 'member', 'anonymous'];
const senders: readonly Sender[] = [...Array(8).fill('admin'), 'member', 'member', 'anonymous'];

/** A request with valid parameters, with a share of those that may be left out. */
function ordinary(endpoint: FloodEndpoint, draw: Draw, share: number): Draft {
  const isSent = ({ isRequired }: FloodParam) => isRequired || draw() < share;
  const query = endpoint.query.filter(isSent).flatMap(({ goodPairs }) => oneOf(draw, goodPairs) ?? []);
  const draft: Draft = {
    ...{
      endpoint,
      sender: 'admin',
      isBasic: endpoint.isShop && draw() < 0.5,
      method: endpoint.method,
      path: pathOf(endpoint, draw),
    },
    ...{ query: query.map(encoded), headers: [], members: undefined, raw: undefined },
    ...{ encode: undefined, isCut: false, wire: undefined },
  };
  if (endpoint.takesFile) return withFile(draft, draw);
  const { method, whole, body } = endpoint;
  if (method === 'GET' || method === 'DELETE') return draft;
  draft.headers = [['content-type', 'application/json']];
  const known = whole && (endpoint.isBodyOneValue || draw() < 0.7) ? membersOf(whole) : undefined;
  draft.members =
    known ?? body.filter(isSent).map(({ name, good }) => [name, JSON.stringify(oneOf(draw, good) ?? null)] as const);
  return draft;
}

function withFile(draft: Draft, draw: Draw): Draft {
  draft.headers = [['content-type', 'text/csv']];
  draft.raw = `sku,quantity\r\nFLOOD-${oneOf(draw, knownIds)},${upTo(draw, 50)}\r\n`;
  return draft;
}

const membersOf = (whole: object): readonly Pair[] =>
  Object.entries(whole).map(([name, value]) => [name, JSON.stringify(value)] as const);

const encoded = ([name, value]: Pair): string =>
  `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`;

const segments = [...knownIds.map(String), 'me', 'customers', 'orders', 'abc', '00000000-0000-4000-8000-000000000000'];

const pathOf = ({ path, takes }: FloodEndpoint, draw: Draw): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const fitting = segments.filter((each) => takes(name, each));
    return fitting.length > 0 ? oneOf(draw, fitting) : 'x';
  });

type Fault = (draft: Draft, draw: Draw) => void;

function addQuery(draft: Draft, ...pieces: readonly string[]): void {
  draft.query = [...draft.query, ...pieces];
}

const wrongQuery: Fault = (draft, draw) => {
  const param = oneOf(draw, draft.endpoint.query);
  const pairs = param && oneOf(draw, param.badPairs);
  if (pairs) addQuery(draft, ...pairs.map(encoded));
  else addQuery(draft, oneOf(draw, hostileQueries));
};

const strangeQuery: Fault = (draft, draw) => {
  const param = oneOf(draw, draft.endpoint.query);
  if (!param || draw() < 0.25) return addQuery(draft, oneOf(draw, hostileQueries));
  const value = draw() < 0.7 ? oneOf(draw, hostileTexts) : asText(oneOf(draw, hostileJson));
  const name = encodeURIComponent(param.name);
  const forms = [`${name}=${value}`, `${name}=${value}`, `${name}[]=${value}`, `${name}.x=${value}`];
  const others = [`${name}[a][b]=${value}`, `${name}[__proto__]=${value}`, `${name}=1&${name}=${value}`, name];
  addQuery(draft, oneOf(draw, [...forms, ...forms, ...others, `${name}.%00=1`, `${name}[0]=${value}&${name}[9]=1`]));
};

const asText = (json: string): string =>
  encodeURIComponent(json.startsWith('"') ? String(JSON.parse(json)).toWellFormed() : json);

const strangePath: Fault = (draft, draw) => {
  const { path } = draft.endpoint;
  const filled = path.replace(/\{\w+\}/g, () => oneOf(draw, badSegments));
  const ends = ['/', '//', '/%00', '/..', '/../..', ';a=b', '.json', '%20', '/__proto__', '%2F', '\\'];
  draft.path = draw() < 0.6 ? filled : oneOf(draw, [draft.path + oneOf(draw, ends), draft.path.toUpperCase()]);
};

const strangeHeader: Fault = (draft, draw) => {
  draft.headers = [...draft.headers, ...oneOf(draw, hostileHeaders)];
};

const strangeMethod: Fault = (draft, draw) => {
  const methods = ['HEAD', 'OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'PURGE', 'LINK'];
  draft.method = oneOf(draw, methods);
};

const wrongMember: Fault = (draft, draw) => {
  const param = oneOf(draw, draft.endpoint.body);
  if (!draft.members || !param) return wrongQuery(draft, draw);
  const text = draw() < 0.6 ? oneOf(draw, param.badJson) : oneOf(draw, hostileJson);
  setMember(draft, param.name, text ?? 'null');
};

function setMember(draft: Draft, name: string, text: string): void {
  draft.members = [...(draft.members ?? []).filter((each) => each[0] !== name), [name, text]];
}

/** Replaces one value, at any depth, by another. */
const wrongInside: Fault = (draft, draw) => {
  const deep = draft.members?.filter(([, text]) => /^[[{]/.test(text)) ?? [];
  if (deep.length === 0) return wrongMember(draft, draw);
  const [chosen, text] = oneOf(draw, deep);
  const changed = withHostile(JSON.parse(text), draw).replace('"@hostile@"', () => oneOf(draw, hostileJson));
  draft.members = (draft.members ?? []).map((each) => (each[0] === chosen ? [chosen, changed] : each));
};

function withHostile(value: unknown, draw: Draw): string {
  const places: (() => unknown)[] = [];
  const visit = (inside: unknown): void => {
    if (typeof inside !== 'object' || inside === null) return;
    const members = inside as Record<string, unknown>;
    for (const name of Object.keys(members)) {
      places.push(() => Object.assign(members, { [name]: '@hostile@' }));
      visit(members[name]);
    }
  };
  visit(value);
  if (places.length > 0) oneOf(draw, places)();
  return JSON.stringify(value);
}

const strangeMember: Fault = (draft, draw) => {
  if (!draft.members) return strangeQuery(draft, draw);
  draft.members = [...draft.members, [oneOf(draw, hostileNames), oneOf(draw, hostileJson)]];
};

const strangeBody: Fault = (draft, draw) => {
  if (draft.endpoint.method === 'GET') return strangeHeader(draft, draw);
  draft.members = undefined;
  draft.raw = oneOf(draw, hostileBodies)();
};

const strangeType: Fault = (draft, draw) => {
  const others = draft.headers.filter(([name]) => name !== 'content-type');
  draft.headers = [...others, ['content-type', oneOf(draw, hostileTypes)]];
};

const strangeEncoding: Fault = (draft, draw) => {
  if (!draft.members && draft.raw === undefined) return strangeHeader(draft, draw);
  const [name, encode] = oneOf(draw, hostileEncodings);
  draft.encode = encode;
  draft.headers = [...draft.headers, ['content-encoding', name]];
};

const cutBody: Fault = (draft, draw) => {
  if (!draft.members && draft.raw === undefined) return strangeQuery(draft, draw);
  draft.isCut = true;
};

const asForm: Fault = (draft, draw) => {
  if (!draft.members) return wrongQuery(draft, draw);
  const pairs = draft.members.map(([name, text]) => `${name}=${encodeURIComponent(text.replace(/^"|"$/g, ''))}`);
  draft.raw = [...pairs, oneOf(draw, hostileQueries)].join('&');
  draft.members = undefined;
  draft.headers = [['content-type', 'application/x-www-form-urlencoded']];
};

const strangeWire: Fault = (draft, draw) => {
  if (draw() < 0.7) return strangeHeader(draft, draw);
  draft.wire = oneOf(draw, hostileStarts)(draft.method, targetOf(draft));
};

const faults: readonly Fault[] = [
  ...[wrongQuery, wrongQuery, strangeQuery, strangeQuery, strangePath, strangeHeader, strangeMethod, strangeWire],
  ...[wrongMember, wrongMember, wrongMember, wrongInside, wrongInside, strangeMember, strangeBody, strangeType],
  ...[strangeEncoding, cutBody, asForm],
];

/** Whether the caller wants no body: on the shop interface a POST may declare it in its query or in a header. */
export function isHead({ endpoint, method, query, headers }: FloodRequest): boolean {
  const inHeader = headers.some(([name, value]) => name === 'X-HTTP-Method-Override' && value === 'HEAD');
  return method === 'HEAD' || (endpoint.isShop && method === 'POST' && (query.includes('_method=HEAD') || inHeader));
}

/** The target of the request line. */
export function targetOf({ endpoint, path, query }: Pick<FloodRequest, 'endpoint' | 'path' | 'query'>): string {
  const all = endpoint.isShop ? [`rest_route=${path.replaceAll('&', '%26')}`, ...query] : query;
  const base = endpoint.isShop ? '/index.php' : path;
  return `${base}${all.length > 0 ? `?${all.join('&')}` : ''}`;
}

/** The bytes of the body; undefined where there is none. */
export function bodyOf({ members, raw, encode, endpoint }: FloodRequest): Buffer | undefined {
  if (raw === undefined && members === undefined) return undefined;
  const one = endpoint.isBodyOneValue && members?.length === 1 ? members[0]?.[1] : undefined;
  const text = raw ?? one ?? `{${(members ?? []).map(([name, value]) => `"${name}":${value}`).join(',')}}`;
  const bytes = Buffer.from(text as string);
  return encode ? encode(bytes) : bytes;
}
