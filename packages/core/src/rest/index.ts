/** How the core is published: route tables, the surfaces they are published on, and the dispatcher that answers them. */
export { inventoryRoutes } from './catalogue.ts';
export { unlessFresh } from './conditional.ts';
export { createDispatch, type Dispatch, type DispatchOptions, type Identify } from './dispatch.ts';
export { type ApiHeading, describeOpenApi } from './openapi.ts';
export {
  type Camel,
  camel,
  choice,
  type Descriptor,
  dateTime,
  flag,
  type InputOf,
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
export type { Method, RequestBody, RestRequest, RestResponse } from './request.ts';
export { type Answer, type Route, route, section } from './route.ts';
export * from './status.ts';
export { type InventoryOptions, inventorySurface, type Surface, shopSurface } from './surface.ts';
export { compileReader } from './validate.ts';
