import { inventoryRoutes, placesOf, plainTypeOf, shopRoutes } from '@backroom/core/interface';
import { endpointsOf } from '../../support/every-route.ts';
import { badJson, badText } from '../bad-values.ts';
import { badValues, goodValuesOf, inQuery } from '../shop-samples.ts';
import { type Json, wholeRecords } from '../whole-records.ts';
import { goodInventoryValues } from './good-values.ts';
import { edgeTexts } from './hostile.ts';

/** A text as it is in a query, before it is encoded, by its name there. */
export type Pair = readonly [string, string];

/** A parameter of an endpoint of either interface, with values to try. */
export interface FloodParam {
  readonly name: string;
  readonly isRequired: boolean;
  /** JSON values. */
  readonly good: readonly unknown[];
  /** Texts of JSON, because these can express more than values. */
  readonly badJson: readonly string[];
  readonly goodPairs: readonly (readonly Pair[])[];
  readonly badPairs: readonly (readonly Pair[])[];
  /** Values around the bounds of its type, as texts of JSON and as encoded pieces of a query. */
  readonly edges: { readonly json: readonly string[]; readonly pieces: readonly string[] };
}

/** One method of one route of either interface, as the route tables have it. */
export interface FloodEndpoint {
  /** As `GET /items/{id}`. */
  readonly name: string;
  readonly isShop: boolean;
  readonly method: string;
  readonly path: string;
  /** Whether a variable of the path takes a text. */
  takes(variable: string, text: string): boolean;
  readonly query: readonly FloodParam[];
  readonly body: readonly FloodParam[];
  /** The whole body is one value of any type. */
  readonly isBodyOneValue: boolean;
  /** A body with all its members, where one is known. */
  readonly whole: Json | undefined;
  readonly takesFile: boolean;
}

/** Every method of every route of both interfaces. */
export const floodEndpoints = (): readonly FloodEndpoint[] => [...ofInventory(), ...ofShop()];

const ofInventory = (): readonly FloodEndpoint[] =>
  endpointsOf(inventoryRoutes({ publicDocs: false })).map(({ name, method, path, route }) => {
    const { query, body } = placesOf(route.methods, path, route.params);
    const paramsOf = (descriptors: typeof query): readonly FloodParam[] =>
      Object.entries(descriptors).map(([each, descriptor]) => {
        const good = goodInventoryValues(each, descriptor);
        return {
          name: each,
          isRequired: descriptor.required === true,
          good,
          badJson: badJson(descriptor).map(({ text }) => text),
          goodPairs: good.map((value) => [[each, queryText(value)]]),
          badPairs: badText(descriptor).map(({ text }) => [[each, text]]),
          edges: edgesOf(each, [plainTypeOf(descriptor)], descriptor.items && plainTypeOf(descriptor.items)),
        };
      });
    return {
      ...{ name, isShop: false, method, path, query: paramsOf(query), body: paramsOf(body) },
      ...{ isBodyOneValue: false, whole: undefined, takesFile: route.accepts.includes('csv') },
      takes: (variable, text) => route.params[variable]?.type !== 'integer' || /^\d+$/.test(text),
    };
  });

const queryText = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value);

const ofShop = (): readonly FloodEndpoint[] =>
  shopRoutes().flatMap((route) =>
    route.methods.map((method) => {
      const params = Object.entries(route.params).filter(([name]) => !Object.hasOwn(route.variables, name));
      const all = params.map(([name, descriptor]) => shopParam(name, descriptor));
      const hasBody = method !== 'GET' && method !== 'DELETE';
      return {
        ...{ name: `${method} ${route.path}`, isShop: true, method, path: route.path, takesFile: false },
        query: hasBody ? [] : all,
        body: hasBody ? all : [],
        isBodyOneValue: params.some(([, descriptor]) => descriptor.in === 'whole body'),
        whole: wholeRecords[route.path.replace(/\/\{id\}$/, '')] ?? wholeBodies[route.path],
        takes: (variable: string, text: string) =>
          new RegExp(`^(?:${route.variables[variable] ?? '.*'})$`, 'i').test(text),
      };
    }),
  );

function shopParam(name: string, descriptor: Parameters<typeof goodValuesOf>[1]): FloodParam {
  const [good, bad] = [goodValuesOf(name, descriptor), badValues(descriptor)];
  const pairsOf = (values: readonly unknown[]) =>
    values.flatMap((value) => {
      const pairs = inQuery(name, value);
      return pairs ? [pairs] : [];
    });
  return {
    ...{ name, isRequired: 'required' in descriptor && descriptor.required === true, good },
    badJson: bad.map((value) => JSON.stringify(value)),
    goodPairs: pairsOf(good),
    badPairs: pairsOf(bad),
    edges: edgesOf(name, [descriptor.type ?? []].flat(), [descriptor.items?.type ?? []].flat()[0]),
  };
}

function edgesOf(name: string, types: readonly string[], itemType: string | undefined): FloodParam['edges'] {
  const known = types.flatMap((type) => edgeTexts[type] ?? []);
  const texts = known.length > 0 ? known : Object.values(edgeTexts).flat();
  const items = types.includes('array') ? (edgeTexts[itemType ?? ''] ?? texts) : [];
  const asPiece = (text: string) => encodeURIComponent(text.replace('\\u0000', '\0').replace(/^"|"$/g, ''));
  const listed = items.flatMap((text) => [`${name}=${asPiece(text)}`, `${name}[]=1&${name}[]=${asPiece(text)}`]);
  const inside = types.includes('object') ? [`${name}.x=%00`, `${name}.%00=1`, `${name}[x]=%00`, `${name}.x=1`] : [];
  return {
    json: [...texts, ...items.map((text) => `[${text}]`)],
    pieces: [...texts.map((text) => `${name}=${asPiece(text)}`), ...listed, ...inside],
  };
}

/** Bodies of routes that take more than their descriptors declare. */
const wholeBodies: Readonly<Record<string, Json>> = {
  '/invoicing/v1/stocks': { product_id: 1, sku: 'FLOOD-1', quantity: 5 },
  '/batch/v1': {
    requests: [
      { method: 'POST', path: '/invoicing/v1/stocks', body: { sku: 'FLOOD-1', quantity: 5 }, headers: { a: ['b'] } },
      { method: 'POST', path: '/shop-admin/notice/dismiss', body: { dismissed: true } },
    ],
  },
  '/shop-admin/options': { show_marketing_snackbar: 'no' },
};
