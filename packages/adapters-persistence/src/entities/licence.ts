import type { Licence, LicenceOrigin, NewLicence } from '@backroom/core/marketplace';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** Licences of extensions and themes. */
export const LicenceEntity = defineEntity({
  name: 'Licence',
  tableName: 'licence',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    productKey: p.string().length(500),
    productId: p.integer(),
    origin: p.string().$type<LicenceOrigin>().length(7),
    orderId: p.integer(),
    sitesMax: p.integer(),
    sites: p.array(),
    expiresAt: p.datetime(3).nullable(),
    autoUpdates: p.boolean(),
    createdAt: p.datetime(3),
  },
  indexes: [
    {
      name: 'licence_product_key_unique',
      properties: ['productKey'],
      expression: 'create unique index licence_product_key_unique on licence (product_key)',
    },
    {
      name: 'licence_order_unique',
      properties: ['productId'],
      expression: "create unique index licence_order_unique on licence (product_id) where origin = 'order'",
    },
  ],
  checks: [
    { name: 'licence_origin_check', expression: "origin in ('order', 'key', 'account')" },
    { name: 'licence_sites_max_check', expression: 'sites_max >= 0' },
  ],
});

/** A stored licence. */
export type LicenceRow = InferEntity<typeof LicenceEntity>;

export const licenceColumns = ({ sites, ...licence }: NewLicence) => ({ ...licence, sites: [...sites] });

/** The licence of a row. */
export const toLicence = ({ id, expiresAt, ...row }: LicenceRow): Licence => ({
  id,
  productKey: row.productKey,
  productId: row.productId,
  origin: row.origin,
  orderId: row.orderId,
  sitesMax: row.sitesMax,
  sites: row.sites,
  expiresAt: expiresAt ?? null,
  autoUpdates: row.autoUpdates,
  createdAt: row.createdAt,
});
