import { query } from '../../kernel/use-case.ts';
import type { SitePorts } from '../ports.ts';

const describe =
  ({ apiDescription }: SitePorts) =>
  async (): Promise<unknown> =>
    apiDescription();

const describeShop =
  ({ shopDescription }: SitePorts) =>
  async (): Promise<unknown> =>
    shopDescription();

/** Describes the inventory interface as an OpenAPI document. */
export const readApiDescription = query('signed-in', describe);
/** The same for installations that let everybody read it. */
export const readPublicApiDescription = query('anyone', describe);
/** Describes the shop interface as an OpenAPI document. */
export const readShopDescription = query('signed-in', describeShop);
/** The same for installations that let everybody read it. */
export const readPublicShopDescription = query('anyone', describeShop);
