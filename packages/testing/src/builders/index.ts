/** Records, stores and measures that the contracts use. */
export { anAuditDraft } from './audit-draft.ts';
export { anExtension } from './extension.ts';
export { NOON } from './noon.ts';
export {
  aCoupon,
  aCustomer,
  aDownload,
  aNewOrder,
  anOrder,
  aProduct,
  aProductCategory,
  aRefund,
  aTaxRate,
  aVariation,
} from './shop-records.ts';
export {
  addItem,
  addLocation,
  aNewCategory,
  aNewUser,
  anEntry,
  at,
  freshWord,
  holdOne,
  move,
  type OpenStores,
  orderOf,
  outcomes,
} from './stores.ts';
export { aTheme } from './theme.ts';
export { countBetweenTurns, type TurnCount } from './turns.ts';
