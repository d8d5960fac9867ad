import type { Core } from '@backroom/core';
import { defaultShopNames } from '@backroom/core/interface';
import type { DeskOptions } from '../desk/desk-pages.ts';
import { addPublicPages } from '../public/public-pages.ts';
import type { ShopOptions } from '../shop/shop.ts';
import type { PageRouter } from './add-page.ts';
import { type AdminOptions, addAdminPages } from './admin.ts';
import { addDocs } from './docs-page.ts';

interface PageOptions {
  readonly site: AdminOptions['site'] | undefined;
  readonly shop: Pick<ShopOptions, 'names' | 'host'> | undefined;
  readonly desk: DeskOptions | undefined;
  readonly discoveryRel: string;
  readonly publicUrl: string | undefined;
}

/** Adds the documentation, the pages for people, and the public site. */
export function addHtmlPages(
  pages: PageRouter,
  core: Core,
  { site, shop, desk, discoveryRel, publicUrl }: PageOptions,
): void {
  const { adminPath, prettyPrefix, appScheme } = shop?.names ?? defaultShopNames;
  const place = given({ publicUrl, host: shop?.host });
  const { prefix = '', ...atRoot } = pages;
  addDocs(pages);
  addAdminPages(atRoot, core, { adminPath, appScheme, ...given({ site }), ...place });
  const deskPath = desk && `${prefix}/${desk.path}`;
  addPublicPages(atRoot, core, {
    adminPath,
    prettyPrefix,
    deskPath,
    docsPath: `${prefix}/docs`,
    discoveryRel,
    ...place,
  });
}

/** Drops undefined members. */
export const given = <T extends object>(members: T) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>;
  };
