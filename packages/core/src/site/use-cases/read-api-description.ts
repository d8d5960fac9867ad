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

/** Describes the inventory interface as an OpenAPI document. */
export const readApiDescription = useCase({ access: 'signed-in', effect: 'read' }, describe);
/** The same for installations that let everybody read it. */
export const readPublicApiDescription = useCase({ access: 'anyone', effect: 'read' }, describe);
/** Describes the shop interface as an OpenAPI document. */
export const readShopDescription = useCase({ access: 'signed-in', effect: 'read' }, describeShop);
/** The same for installations that let everybody read it. */
export const readPublicShopDescription = useCase({ access: 'anyone', effect: 'read' }, describeShop);
