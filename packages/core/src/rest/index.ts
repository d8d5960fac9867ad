/** How the core is published: route tables, the surfaces they are published on, and the dispatcher that answers them. */
export { inventoryRoutes } from './catalogue.ts';
export { unlessFresh } from './conditional.ts';
export { createDispatch, type Dispatch, type DispatchOptions, type Identify } from './dispatch.ts';
export { type ApiHeading, describeOpenApi } from './openapi.ts';
export {
  type Camel,
  camel,
  choice,
  dateTime,
  type Descriptor,
  flag,
  type InputOf,
  integer,
  listOf,
  money,
  objectOf,
  paging,
  type Params,
  password,
  pathId,
  quantity,
  record,
  snake,
  sortBy,
  text,
} from './param.ts';
export type { Method, RequestBody, RestRequest, RestResponse } from './request.ts';
export { type Answer, placesOf, type Route, route, section, variablesOf } from './route.ts';
export * from './status.ts';
export { type InventoryOptions, inventorySurface, shopSurface, type Surface } from './surface.ts';
export { compileReader } from './validate.ts';
