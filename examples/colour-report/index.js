import { defineExtension, defineRoute } from '@backroom/extension';

const FILTER = 'colour_report_colour';

const totals = defineRoute({
  methods: ['GET'],
  path: '/colours/{colour}',
  summary: 'Read what was sold in a colour.',
  access: 'manage_store',
  params: {
    colour: { type: 'string', minLength: 1, maxLength: 50, required: true },
    after: { type: 'string', format: 'date-time' },
    before: { type: 'string', format: 'date-time' },
  },
  returns: {
    type: 'object',
    properties: {
      colour: { type: 'string' },
      items_sold: { type: 'integer' },
      net_revenue: { type: 'number' },
      orders_count: { type: 'integer' },
    },
  },
  handle: async ({ params: { colour, after, before } }, { shop }) => {
    const { totals: found } = await shop.get('/shop-analytics/reports/variations/stats', {
      [FILTER]: colour,
      after,
      before,
    });
    const { items_sold, net_revenue, orders_count } = found;
    return { colour, items_sold, net_revenue, orders_count };
  },
});

export default defineExtension({
  routes: [totals],
  reportFilters: [{ param: FILTER, attribute: 'pa_color', description: 'Only what was sold in this colour.' }],
});
