import type { ShopRefusal } from './route.ts';

/** Refusal of routes that dismiss recommendations or import facts. */
export const cannotEdit: ShopRefusal = { code: 'shop_rest_cannot_edit', message: 'You are not allowed to edit this.' };
/** Refusal of routes for shop managers. */
export const cannotAccess: ShopRefusal = {
  code: 'shop_rest_cannot_access',
  message: 'You are not allowed to use this.',
};
