import type { Schema, Schemas, ShopRoute } from '@backroom/core/interface';

/** A broken rule, in words that name the route. */
export type Breach = string;

const titleOf = ({ methods, path }: ShopRoute): string => `${methods.join(', ')} ${path}`;
const breach = (isBroken: boolean, text: string): readonly Breach[] => (isBroken ? [text] : []);

type ShopRouteRule = (route: ShopRoute) => readonly Breach[];

const summaryIsASentence: ShopRouteRule = ({ summary }) =>
  breach(!/^\p{Lu}.*[^.\s]\.$/u.test(summary), `the summary is no sentence that ends in a full stop: “${summary}”`);

/** A link in a message, a page that is viewed, nonces of signed requests, the start of a pairing: clients use GET for them. */
const known = [
  '/shop-admin/mobile-app/send-magic-link',
  '/shop-admin/onboarding/tasks',
  '/connector/v4/heartbeat/data',
  '/shop-admin/onboarding/plugins/connector-authorization-url',
];
const readsDoNotWrite: ShopRouteRule = ({ methods, path, useCase }) =>
  breach(
    methods.includes('GET') && useCase.effect === 'write' && !known.includes(path),
    'a GET points at a use case that writes',
  );

const batchesWrite: ShopRouteRule = ({ methods, batch }) =>
  breach(batch && methods.includes('GET'), 'a GET is an item of batches');

/** What belongs to one moment, or sends something away, is not repeated by the dozen. */
const alone = [/^\/batch\/v1$/, /\/qr-login-/, /magic-link/, /resend-email/, /\/themes$/, /connect/, /create-order/];
const someStandAlone: ShopRouteRule = ({ batch, path }) =>
  breach(batch && alone.some((each) => each.test(path)), 'must not be an item of batches');

const standsUnderATag: ShopRouteRule = ({ tag }) => breach(tag.trim() === '', 'stands under no heading');

const patternsAreSound: ShopRouteRule = ({ variables }) =>
  Object.entries(variables).flatMap(([name, pattern]) => [
    ...breach(!isPattern(pattern), `{${name}}: the pattern is none`),
    ...breach(isPattern(pattern) && new RegExp(`^(?:${pattern})$`).test('/'), `{${name}} matches a slash`),
  ]);

const refusalIsACode: ShopRouteRule = ({ refusal }) => [
  ...breach(!/^(?:shop_)?[a-z]+(?:_[a-z0-9]+)*$/.test(refusal.code), `${refusal.code} is no code`),
  ...breach(!/^\p{Lu}.*\.$/u.test(refusal.message), `“${refusal.message}” is no sentence`),
];

const onlyOneWholeBody: ShopRouteRule = ({ params, methods }) => {
  const whole = Object.values(params).filter((each) => each.in === 'whole body');
  return breach(
    whole.length > 1 || (whole.length === 1 && methods.includes('GET')),
    'there is one body at most, and none of a GET',
  );
};

const parametersAreSound: ShopRouteRule = ({ params }) => faultsOf(params, '');

const faultsOf = (params: Schemas, prefix: string): readonly Breach[] =>
  Object.entries(params).flatMap(([name, descriptor]) => [
    ...faultsOfOne(`${prefix}${name}`, descriptor),
    ...faultsOf(descriptor.properties ?? {}, `${prefix}${name}.`),
    ...(descriptor.items ? faultsOf({ '[]': descriptor.items }, `${prefix}${name}`) : []),
  ]);

function faultsOfOne(name: string, descriptor: Schema): readonly Breach[] {
  const { required, default: given, minimum, maximum, enum: choices, pattern } = descriptor;
  const low = minimum ?? Number.NEGATIVE_INFINITY;
  const high = maximum ?? Number.POSITIVE_INFINITY;
  const isOutside = typeof given === 'number' && (given < low || given > high);
  const isNoChoice = choices && choices.length > 0 && given != null && !choices.includes(given);
  return [
    ...breach(!/^_?(?:[a-z][a-z0-9_]*(?:\.|\[\]\.?)?)+$/.test(name), `${name} is not in snake_case`),
    ...breach(required === true && given !== undefined, `${name} is required and has a default`),
    ...breach(low > high || isOutside, `${name}: minimum, default and maximum are not in order`),
    ...breach(isNoChoice === true, `${name}: the default is not among its choices`),
    ...breach(pattern !== undefined && !isPattern(pattern), `${name}: the pattern is none`),
  ];
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return isPlainPattern(pattern);
  }
}

/** Published patterns may contain escapes that newer expressions forbid: `[a-z_\-]`. */
function isPlainPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern).source !== '';
  } catch {
    return false;
  }
}

const rules: readonly ShopRouteRule[] = [
  summaryIsASentence,
  readsDoNotWrite,
  batchesWrite,
  someStandAlone,
  standsUnderATag,
  patternsAreSound,
  refusalIsACode,
  onlyOneWholeBody,
  parametersAreSound,
];

/** What a table of shop routes breaks. Endpoints may share an address, but not its patterns. */
export const shopBreachesOf = (routes: readonly ShopRoute[]): readonly Breach[] => [
  ...breach(routes.length === 0, 'there are no routes'),
  ...routes.flatMap((route) => rules.flatMap((rule) => rule(route).map((text) => `${titleOf(route)}: ${text}`))),
  ...routes.flatMap((route) => {
    const same = routes.find(({ path }) => path === route.path);
    const differs = JSON.stringify(same?.variables) !== JSON.stringify(route.variables);
    return breach(
      differs || same?.namespace !== route.namespace,
      `${titleOf(route)}: endpoints of one path differ in it`,
    );
  }),
];
