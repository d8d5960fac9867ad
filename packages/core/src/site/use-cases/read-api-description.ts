import { useCase } from '../../kernel/use-case.ts';
import type { SitePorts } from '../ports.ts';

const describe =
  ({ apiDescription }: SitePorts) =>
  async (): Promise<unknown> =>
    apiDescription();

const describeShop =
  ({ shopDescription }: SitePorts) =>
  async (): Promise<unknown> =>
    shopDescription();

/** Returns the OpenAPI document of the inventory interface. */
export const readApiDescription = useCase({ access: 'signed-in', effect: 'read' }, describe);
/** The same without authentication, for installations that publish it. */
export const readPublicApiDescription = useCase({ access: 'anyone', effect: 'read' }, describe);
/** Returns the OpenAPI document of the shop interface. */
export const readShopDescription = useCase({ access: 'signed-in', effect: 'read' }, describeShop);
/** The same without authentication, for installations that publish it. */
export const readPublicShopDescription = useCase({ access: 'anyone', effect: 'read' }, describeShop);
