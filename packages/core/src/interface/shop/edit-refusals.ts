import type { ShopRefusal } from './route.ts';

/** Of routes that put something away, or make it anew. */
export const cannotEdit: ShopRefusal = { code: 'shop_rest_cannot_edit', message: 'You are not allowed to edit this.' };
/** Of routes for those who look after the shop. */
export const cannotAccess: ShopRefusal = {
  code: 'shop_rest_cannot_access',
  message: 'You are not allowed to use this.',
};
