import { readFileSync } from 'node:fs';
import { publishedNamespace, publishedPath, type ShopNames } from '@backroom/core/interface';
import {
  type Choice,
  compareDescriptor,
  type Findings,
  isMembers,
  type Members,
  repeats,
  sameSet,
  shown,
} from './contract-descriptors.ts';

/** An endpoint as the contract has it. */
export interface ContractEndpoint {
  readonly methods: readonly string[];
  /** An empty list where there are none. */
  readonly args: Members | readonly never[];
}

/** What clients of the shop interface rely on. */
export interface Contract {
  readonly index: { readonly members: Readonly<Record<string, string>> };
  readonly namespaces: readonly string[];
  readonly choices: readonly Choice[];
  readonly routes: Readonly<
    Record<
      string,
      {
        readonly namespace: string;
        readonly methods: readonly string[];
        readonly endpoints: readonly ContractEndpoint[];
        readonly hasPathVariable: boolean;
      }
    >
  >;
}

/** The contract, from its file. */
export const readContract = (): Contract =>
  JSON.parse(readFileSync(new URL('fixtures/shop-routes.json', import.meta.url), 'utf8')) as Contract;

/** The contract as it is for an installation with names of its own. */
export function renamed(contract: Contract, names: ShopNames): Contract {
  const rename = (route: string) => publishedPath(route, names);
  const routes = Object.entries(contract.routes).map(([route, { namespace, endpoints, ...rest }]) => {
    const published = publishedNamespace(namespace, names);
    const own = endpoints.map(({ methods, args }) => ({
      methods,
      args:
        'namespace' in args && isMembers(args.namespace)
          ? { ...args, namespace: { ...args.namespace, default: published } }
          : args,
    }));
    return [rename(route), { ...rest, namespace: published, endpoints: own }] as const;
  });
  return {
    ...contract,
    namespaces: contract.namespaces.map((each) => publishedNamespace(each, names)),
    choices: contract.choices.map((each) => ({ ...each, routes: each.routes.map(rename) })),
    routes: Object.fromEntries(routes),
  };
}

/** What an index is held against. */
export interface Against {
  readonly contract: Contract;
  readonly baseUrl: string;
  /** The path of the administration pages. */
  readonly adminPath?: string;
}

/**
 * Compares a site index with the contract. Order and descriptions do not matter; additions to the contract are listed
 * and no difference; nor are routes that are missing.
 */
export function compareIndex(index: Members, against: Against): Findings {
  const { contract } = against;
  const findings: Findings = { differences: [], open: [], extra: [], missing: [] };
  compareMembers(index, against, findings);
  compareNamespaces(index.namespaces, contract, findings);
  const routes = isMembers(index.routes) ? index.routes : {};
  const spelled = new Map(Object.keys(routes).map((key) => [normal(key), key]));
  for (const route of Object.keys(contract.routes)) {
    const key = spelled.get(normal(route));
    if (key === undefined) findings.missing.push(route);
    else compareRoute(route, routes[key], { against, findings });
  }
  const wanted = new Set(Object.keys(contract.routes).map(normal));
  for (const key of Object.keys(routes).filter((each) => !wanted.has(normal(each))))
    findings.extra.push(`${key}: route is not in the contract`);
  return findings;
}

/** One spelling for patterns that mean the same: a hyphen at the end of a character class may be escaped. */
const normal = (route: string): string => route.replace(/\\-\]/g, '-]');

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  'absolute-url': (value) => typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
  integer: Number.isInteger,
  array: Array.isArray,
  object: isMembers,
};

function compareMembers(
  index: Members,
  { contract, baseUrl, adminPath }: Against,
  { differences, extra }: Findings,
): void {
  for (const [name, kind] of Object.entries(contract.index.members)) {
    if (!kinds[kind]?.(index[name])) differences.push(`index.${name}: ${shown(index[name])} is no ${kind}`);
  }
  for (const name of Object.keys(index).filter((each) => !Object.hasOwn(contract.index.members, each)))
    extra.push(`index.${name}: is not in the contract`);
  const authorization = `${baseUrl}/${adminPath ?? 'cms-admin'}/authorize-application.php`;
  const wanted = { 'application-passwords': { endpoints: { authorization } } };
  if (JSON.stringify(index.authentication) !== JSON.stringify(wanted))
    differences.push(`authentication: ${shown(index.authentication)}, want ${shown(wanted)}`);
}

function compareNamespaces(given: unknown, { namespaces }: Contract, { differences, extra }: Findings): void {
  if (!Array.isArray(given)) return;
  for (const each of namespaces.filter((name) => !given.includes(name)))
    differences.push(`namespaces: ${each} missing`);
  for (const each of given.filter((name) => !namespaces.includes(name as string)))
    extra.push(`namespaces: ${shown(each)} is not in the contract`);
  if (repeats(given)) differences.push('namespaces: a name appears twice');
}

interface Comparing {
  readonly against: Against;
  readonly findings: Findings;
}

function compareRoute(route: string, got: unknown, { against, findings }: Comparing): void {
  const { differences, extra } = findings;
  const want = against.contract.routes[route];
  if (!want || !isMembers(got)) return void differences.push(`${route}: descriptor is ${shown(got)}, want an object`);
  if (got.namespace !== want.namespace)
    differences.push(`${route}: namespace ${shown(got.namespace)}, want ${shown(want.namespace)}`);
  if (!Array.isArray(got.methods) || !sameSet(got.methods, want.methods))
    differences.push(`${route}: methods ${shown(got.methods)}, want ${shown(want.methods)}`);
  const self = isMembers(got._links) ? got._links.self : undefined;
  const wanted = want.hasPathVariable ? undefined : [{ href: `${against.baseUrl}/index.php?rest_route=${route}` }];
  if (JSON.stringify(self) !== JSON.stringify(wanted))
    differences.push(`${route}: _links.self ${shown(self)}, want ${shown(wanted)}`);
  for (const name of Object.keys(got).filter((each) => !['namespace', 'methods', 'endpoints', '_links'].includes(each)))
    extra.push(`${route}: member ${name} is not in the contract`);
  if (!Array.isArray(got.endpoints)) differences.push(`${route}: endpoints is ${shown(got.endpoints)}, want a list`);
  else compareEndpoints(route, { wanted: want.endpoints, given: got.endpoints as Members[] }, { against, findings });
}

interface Endpoints {
  readonly wanted: readonly ContractEndpoint[];
  readonly given: readonly Members[];
}

/** Pairs endpoints by their methods, and those with the same methods by the parameters that they share. */
function compareEndpoints(route: string, { wanted, given }: Endpoints, comparing: Comparing): void {
  const { differences } = comparing.findings;
  const left = new Set(given);
  const namesOf = (args: unknown) => (isMembers(args) ? Object.keys(args) : []);
  for (const want of wanted) {
    const score = (each: Members) => {
      const names = namesOf(each.args);
      return namesOf(want.args).filter((name) => names.includes(name)).length * 2 - names.length;
    };
    const [found] = [...left]
      .filter((each) => Array.isArray(each.methods) && sameSet(each.methods, want.methods))
      .sort((a, b) => score(b) - score(a));
    if (!found) differences.push(`${route}: endpoint ${want.methods.join(', ')} missing`);
    else {
      left.delete(found);
      compareArgs(route, { want, got: found }, comparing);
    }
  }
  for (const each of left) differences.push(`${route}: endpoint ${shown(each.methods)} is not in the contract`);
}

function compareArgs(
  route: string,
  { want, got }: { readonly want: ContractEndpoint; readonly got: Members },
  { against, findings }: Comparing,
): void {
  const at = `${route} ${want.methods.join(', ')}`;
  for (const name of Object.keys(got).filter((each) => !['methods', 'args'].includes(each)))
    findings.extra.push(`${at}: endpoint member ${name} is not in the contract`);
  const wanted = isMembers(want.args) ? want.args : {};
  const given = isMembers(got.args) ? got.args : {};
  const isNone = Array.isArray(got.args) && got.args.length === 0;
  if (isMembers(got.args) ? Object.keys(got.args).length === 0 : !isNone)
    findings.differences.push(`${at}: args is ${shown(got.args)}; none are an empty list, others an object`);
  for (const [name, descriptor] of Object.entries(wanted)) {
    const place = { route, at, arg: name, choices: against.contract.choices, findings };
    if (Object.hasOwn(given, name)) compareDescriptor(place, descriptor as Members, given[name]);
    else findings.differences.push(`${at}: arg ${name} missing`);
  }
  for (const name of Object.keys(given).filter((each) => !Object.hasOwn(wanted, each)))
    findings.extra.push(`${at}: arg ${name} is not in the contract`);
}
