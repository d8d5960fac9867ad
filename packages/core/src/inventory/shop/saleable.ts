import type { OrderLine } from '../../commerce/index.ts';

/** Id of the variation sold, or of the product without one; 0 for none. */
export const saleableOf = ({ productId, variationId }: Pick<OrderLine, 'productId' | 'variationId'>): number =>
  variationId || productId;
