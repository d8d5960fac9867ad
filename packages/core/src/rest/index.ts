/** How the core is published: route tables, the surfaces they are published on, and the dispatcher that answers them. */
export { inventoryRoutes } from './catalogue.ts';
export { unlessFresh } from './conditional.ts';
export { createDispatch, type Dispatch, type DispatchOptions, type Identify } from './dispatch.ts';
export { LONGEST_LINK, linkHeader } from './link-header.ts';
export { describeOpenApi } from './openapi.ts';
export type { ApiHeading } from './openapi-document.ts';
export {
  type Camel,
  camel,
  choice,
  type Descriptor,
  dateTime,
  flag,
  type InputOf,
  id,
  idOrStart,
  integer,
  listOf,
  money,
  objectOf,
  type Params,
  paging,
  password,
  pathId,
  quantity,
  record,
  snake,
  sortBy,
  text,
} from './param.ts';
export { placesOf, variablesOf } from './places.ts';
export type { BodyKind, Method, RequestBody, RestRequest, RestResponse } from './request.ts';
export { type Answer, type Route, route, section } from './route.ts';
export { patternText } from './shop/address.ts';
export type {
  SentFile,
  ShopDescriptor,
  ShopFormat,
  ShopInputOf,
  ShopParams,
  ShopSchema,
  ShopType,
} from './shop/descriptor.ts';
export {
  createShopDispatch,
  type IdentifyShopper,
  type ShopDispatch,
  type ShopDispatchOptions,
} from './shop/dispatch.ts';
export {
  defaultShopNames,
  namespaceOf,
  publishedCode,
  publishedNamespace,
  publishedPath,
  type ShopNames,
  shopNamespaces,
} from './shop/names.ts';
export { describeShopOpenApi } from './shop/openapi.ts';
export { compileShopReader, type ShopReader } from './shop/reader.ts';
export type { BodyLimits, ShopBody, ShopRequest, ShopResponse } from './shop/request.ts';
export {
  cannotUpdate,
  cannotView,
  type ShopPresented,
  type ShopRefusal,
  type ShopRoute,
  shopRoute,
  shopSection,
} from './shop/route.ts';
export { gatherPairs, gatherSent, type Sent } from './shop/sent.ts';
export type { Surroundings } from './shop/surroundings.ts';
export { type RouteView, viewOf } from './shop/view.ts';
export { reportSlugs, shopRoutes } from './shop-catalogue.ts';
export * from './status.ts';
export { type InventoryOptions, inventorySurface, type Surface } from './surface.ts';
export type { SpecialLimit } from './tally.ts';
export { LARGEST_UPLOAD, type Upload } from './upload.ts';
export { compileReader } from './validate.ts';
