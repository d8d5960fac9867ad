/** Published interfaces of the core: route tables, the policies of the two interfaces, and their dispatcher. */

export { type Camel, camel, snake } from '../kernel/names.ts';
export {
  choicesOf,
  type PlainType,
  plainTypeOf,
  type Schema,
  type SchemaFormat,
  type Schemas,
  type SchemaType,
} from '../kernel/schema.ts';
export { patternText, placesOf, variablesOf } from './address.ts';
export { type InventoryRouteOptions, inventoryRoutes, publicDescriptionRoutes } from './catalogue.ts';
export { type ContentEncoding, isFresh, taggedFor, unlessFresh } from './conditional.ts';
export { contributedShopRoutes } from './contributed-catalogue.ts';
export { createDispatch, type Dispatch, type DispatchOptions } from './dispatch.ts';
export type { Answer, PublishedRoute, SessionCookie } from './endpoint.ts';
export type { InputOf, SentFile } from './input.ts';
export { describeOpenApi } from './inventory/openapi.ts';
export { type InventoryOptions, type InventoryPolicy, inventoryPolicy } from './inventory/policy.ts';
export { compileReader } from './inventory/reader.ts';
export type { SpecialLimit } from './inventory/request-quota.ts';
export { inventoryStatus, PROBLEM_TYPE, type ProblemContext, problemOf } from './inventory/responses.ts';
export { LARGEST_UPLOAD, type Upload } from './inventory/upload.ts';
export { JsonEncodeError } from './json-values.ts';
export { LONGEST_LINK, linkHeader } from './link-header.ts';
export type { LiveSource } from './live-source.ts';
export type { ApiHeading } from './openapi/document.ts';
export type { Identify, InterfacePolicy } from './policy.ts';
export { defaultPublishedNames, type PublishedNames } from './published-names.ts';
export type { BodyKind, Method, RequestBody, RestRequest, RestResponse } from './request.ts';
export { type Route, route, section } from './route.ts';
export type { LiveRoutes } from './route-table.ts';
export {
  choice,
  dateTime,
  flag,
  id,
  idOrStart,
  integer,
  listOf,
  money,
  namedObject,
  objectOf,
  paging,
  password,
  pathId,
  quantity,
  record,
  sortBy,
  text,
} from './schema.ts';
export type { LinkContext } from './shop/link-context.ts';
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
export { type ShopPolicy, type ShopPolicyOptions, shopPolicy } from './shop/policy.ts';
export { compileShopReader, type ShopReader } from './shop/reading/reader.ts';
export { gatherPairs, gatherSources, type ParameterSources } from './shop/reading/sources.ts';
export type { BodyLimits, ShopBody, ShopRequest, ShopResponse } from './shop/request.ts';
export {
  cannotUpdate,
  cannotView,
  type ShopRefusal,
  type ShopRoute,
  shopRoute,
} from './shop/route.ts';
export { TextBody } from './shop/text-body.ts';
export { type RouteView, viewOf } from './shop/view.ts';
export { reportSlugs, shopRoutes } from './shop-catalogue.ts';
export * from './status.ts';
