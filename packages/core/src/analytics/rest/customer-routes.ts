import type { ShopRoute } from '../../interface/shop/route.ts';
import { customerListFilters } from '../published/customer-params.ts';
import { report } from '../reports/customers.ts';
import { reportRoute } from './report-routes.ts';

const { rows } = report;

/** Routes of customers beside the reports on them; they return the same rows. */
export const customerRoutes: readonly ShopRoute[] = [
  reportRoute({
    ...rows,
    declared: { ...rows.declared, summary: 'List customers.' },
    path: '/shop-analytics/customers',
    more: customerListFilters('include'),
  }),
  reportRoute({
    ...rows,
    declared: { ...rows.declared, summary: 'Read one customer, as a list of one or none.' },
    path: '/shop-analytics/customers/{id}',
    variables: { id: '[\\d-]+' },
    first: { id: { type: 'integer' } },
    more: customerListFilters('include'),
  }),
];
