import { section } from '../../interface/route.ts';
import { recordRoutes } from '../../interface/shop/records/routes.ts';
import type { ShopRoute } from '../../interface/shop/route.ts';
import {
  contentPageRecord,
  contentStatuses,
  createPage,
  deletePage,
  listPages,
  readPage,
  updatePage,
} from '../index.ts';

const pages = recordRoutes({
  path: '/cms/v2/pages',
  one: 'a page of the public site',
  many: 'pages of the public site',
  record: contentPageRecord,
  standIns: ['status', 'content'],
  managed: ['author', 'created_at', 'modified', 'permalink'],
  statuses: contentStatuses,
  list: listPages,
  create: createPage,
  read: readPage,
  update: updatePage,
  remove: deletePage,
  hasBin: false,
  permalink: ({ slug }) => `/page/${slug}`,
});

export const contentShopRoutes: readonly ShopRoute[] = section('Content', ...pages);
