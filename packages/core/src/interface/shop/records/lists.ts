import { LARGEST_ID } from '../../../kernel/identifier.ts';
import { camel } from '../../../kernel/names.ts';
import type { PageRequest } from '../../../kernel/page.ts';
import type { Schemas } from '../../../kernel/schema.ts';
import { recordIds } from './identifier.ts';

const moment = { type: 'string', format: 'date-time' } as const;

const shared = {
  page: { type: 'integer', default: 1, minimum: 1, maximum: LARGEST_ID, description: 'Which page, counted from 1.' },
  per_page: { type: 'integer', default: 10, minimum: 1, maximum: 100, description: 'How many a page has.' },
  include: { ...recordIds, description: 'Only these.' },
  exclude: { ...recordIds, description: 'All but these.' },
  search: { type: 'string', maxLength: 200, description: 'A text that they contain.' },
  after: { ...moment, description: 'Made at this moment or later; without a zone on the clock of the shop.' },
  before: { ...moment, description: 'Made at this moment or earlier.' },
  modified_after: { ...moment, description: 'Changed at this moment or later.' },
  orderby: {
    type: 'string',
    enum: ['id', 'date', 'modified'],
    default: 'date',
    description: 'What they are sorted by.',
  },
  order: { type: 'string', enum: ['asc', 'desc'], default: 'desc', description: 'Upwards or downwards.' },
} as const satisfies Schemas;

/** Parameters of a list of records, and its own filters; kinds with statuses can be filtered by them. */
export function listParams(statuses: readonly string[] = [], filters: Schemas = {}): Schemas {
  if (statuses.length === 0) return { ...shared, ...filters };
  const status = {
    type: 'array',
    items: { type: 'string', enum: statuses },
    maxItems: statuses.length,
    description: 'Only those in these; in any unless given.',
  } as const;
  return { ...shared, status, ...filters };
}

const { page: _page, per_page: _perPage, orderby: _orderBy, order: _order, ...counting } = shared;

/** Parameters of the totals of a list: its filters, without that by status. */
export const countParams = (filters: Schemas = {}): Schemas => ({ ...counting, ...filters });

/** Filters and order of a list, and the page to return. */
export interface ListPageQuery {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly page: PageRequest;
}

/** Maps list parameters to the input of the use case; an empty list of ids or statuses does not filter. */
export function listIn(given: Readonly<Record<string, unknown>>, filters?: Schemas): ListPageQuery {
  const { page = 1, perPage = 10, orderby, order } = given;
  return {
    page: { page: Number(page), perPage: Number(perPage) },
    filter: { ...filterIn(given, filters), orderBy: orderby, order },
  };
}

/** Maps the filters of a list, without its order. */
export function filterIn(given: Readonly<Record<string, unknown>>, filters: Schemas = {}): ListPageQuery['filter'] {
  const { search, after, before, modifiedAfter } = given;
  const lists = (['include', 'exclude', 'status'] as const).flatMap((name) => {
    const value = given[name];
    return Array.isArray(value) && value.length > 0 ? [[name, value] as const] : [];
  });
  const own = Object.keys(filters)
    .map(camel)
    .filter((name) => given[name] !== undefined);
  return {
    ...Object.fromEntries(lists),
    ...Object.fromEntries(own.map((name) => [name, given[name]])),
    ...(typeof search === 'string' && search !== '' && { search }),
    ...(after !== undefined && { after }),
    ...(before !== undefined && { before }),
    ...(modifiedAfter !== undefined && { modifiedAfter }),
  };
}
