import { cannotView, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import { type CustomerListInput, listCustomersReport, readCustomersStats } from '../index.ts';
import { presentCustomerEntry, presentCustomerStats } from '../published/people-presenters.ts';
import { customersReport } from '../reports/customers.ts';
import { customerFilters, customerListFilters, customerQuestion } from './customer-params.ts';
import { dictionary, ofLists } from './dictionary.ts';
import { reportRoute } from './report-routes.ts';
import { customerEntry, customerTotals } from './shapes.ts';

const { context, fields, force_cache_refresh } = dictionary;
const shared = {
  useCase: listCustomersReport,
  params: ofLists,
  question: customerQuestion,
  present: presentCustomerEntry,
  returns: customerEntry,
};
const ids = { type: 'array', items: { type: 'integer' } } as const;

/** Customer reports; the customers themselves are published by the same routes. */
export const customerRoutes: readonly ShopRoute[] = [
  reportRoute({ ...shared, report: customersReport, more: customerListFilters('customers') }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-analytics/reports/customers/stats',
    summary: 'Add customers up.',
    refusal: cannotView,
    params: {
      context,
      ...customerFilters,
      customers: { ...ids, description: 'Only these customers.' },
      customers_exclude: { ...ids, description: 'None of these customers.' },
      fields,
      force_cache_refresh,
    },
    useCase: readCustomersStats,
    input: (given): CustomerListInput => customerQuestion(given),
    present: (stats, { given }) => presentCustomerStats(stats, given.fields as readonly string[] | undefined),
    returns: customerTotals,
  }),
  reportRoute({
    ...shared,
    report: { ...customersReport, summary: 'List customers.' },
    path: '/shop-analytics/customers',
    more: customerListFilters('include'),
  }),
  reportRoute({
    ...shared,
    report: { ...customersReport, summary: 'Read one customer, as a list of one or none.' },
    path: '/shop-analytics/customers/{id}',
    variables: { id: '[\\d-]+' },
    first: { id: { type: 'integer' } },
    more: customerListFilters('include'),
  }),
];
