import { type Schema, shopRoutes } from '@backroom/core/interface';
import { questionReports } from '../core/internals.ts';
import { oneOf, upTo } from './report-draws.ts';

type Draw = () => number;
const routes = new Map(shopRoutes().map((route) => [route.path, route]));

/** The parameters of a report, as its route declares them. */
const schemasOf = (slug: string) => routes.get(`/shop-analytics/reports/${slug}`)?.params ?? {};

/** The names of the parameters of a report. */
export const parameterNames = (slug: string): readonly string[] => Object.keys(schemasOf(slug));

const moments = ['2024-12-31T00:00:00', '2025-01-15T12:30:00', '2025-02-01T00:00:00Z', '2025-03-30T02:30:00+02:00'];
const texts = ['a', 'ES', 'US:CA', 'oak', '7,8', 'GB,FR'];

/** A random value of a parameter. */
function randomValue(draw: Draw, name: string, schema: Schema): unknown {
  const { enum: choices = [], format, items, default: usual } = schema;
  const words = choices.filter((each) => typeof each === 'string' && each !== '');
  const type = [schema.type].flat()[0];
  if (name === 'page') return 1 + upTo(draw, 2);
  if (name === 'per_page') return 1 + upTo(draw, 99);
  if (items?.type === 'array') return [[String(1 + upTo(draw, 2)), String(1 + upTo(draw, 4))]];
  if (words.length > 0) return oneOf(draw, words);
  if (format === 'date-time') return oneOf(draw, moments);
  if (type === 'array' && name.endsWith('_between') && items?.type === 'string')
    return [oneOf(draw, moments), oneOf(draw, moments)];
  if (type === 'array') {
    const listed = items?.enum?.filter((each) => typeof each === 'string') ?? [];
    const item = () => (listed.length > 0 ? oneOf(draw, listed) : items?.type === 'integer' ? 1 + upTo(draw, 40) : 'a');
    return name.endsWith('_between') ? [item(), item()] : Array.from({ length: 1 + upTo(draw, 2) }, item);
  }
  if (type === 'boolean') return draw() < 0.5;
  if (type === 'integer' || type === 'number') return upTo(draw, 60);
  return usual ?? oneOf(draw, texts);
}

/** A parameter as it is in a query. */
const inQuery = (name: string, value: unknown): readonly (readonly [string, string])[] =>
  Array.isArray(value)
    ? value.flatMap((item, at) =>
        Array.isArray(item)
          ? item.map((each) => [`${name}[${at}][]`, String(each)] as const)
          : [[`${name}[]`, String(item)] as const],
      )
    : [[name, String(value)]];

/** A random report with random parameters: as a question, and as the query of its route. */
export function randomParameters(draw: Draw) {
  const slug = oneOf(draw, questionReports);
  const chosen = Object.entries(schemasOf(slug)).filter(
    ([name]) => draw() < (name === 'after' || name === 'before' ? 0.7 : 0.15) && name !== 'fields',
  );
  const values = chosen.map(([name, schema]) => [name, randomValue(draw, name, schema)] as const);
  return {
    slug,
    question: { report: slug, ...Object.fromEntries(values) },
    query: new URLSearchParams(
      values.flatMap(([name, value]) => inQuery(name, value).map(([key, text]) => [key, text])),
    ).toString(),
  };
}
