import type { ReportName } from '../use-cases/list-reports.ts';
import type { LinkedCall } from './members.ts';

export const presentReport = ({ slug, description }: ReportName, { around }: LinkedCall): object => ({
  slug,
  description,
  path: `/shop-analytics/reports/${slug}`,
  _links: {
    self: [{ href: around.link(`/shop-analytics/reports/${slug}`) }],
    report: [{ href: `/analytics/${slug.replace(/\/stats$/, '')}` }],
    collection: [{ href: around.link('/shop-analytics/reports') }],
  },
});
