import type { OrderLine } from '../../commerce/index.ts';

/** What a line sells: the variation, or the product where there is none; 0 for nothing that is known. */
export const saleableOf = ({ productId, variationId }: Pick<OrderLine, 'productId' | 'variationId'>): number =>
  variationId || productId;
