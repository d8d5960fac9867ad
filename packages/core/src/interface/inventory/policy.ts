import type { PathRules } from '../match.ts';
import type { InterfacePolicy } from '../policy.ts';
import type { RestRequest, RestResponse } from '../request.ts';
import type { Route } from '../route.ts';
import { presentFailure, presentRefusal } from './responses.ts';
import {
  answer,
  beginAdmission,
  chargeCaller,
  chargeLines,
  checkAccess,
  chooseFormat,
  endAdmission,
  findPath,
  InventoryExchange,
  identifyCaller,
  readOnce,
  readParameters,
  readPreconditions,
} from './steps.ts';

export interface InventoryOptions {
  readonly requireIfMatch: boolean;
}

export type InventoryPolicy = InterfacePolicy<RestRequest, RestResponse, Route, InventoryExchange>;

const paths: PathRules = {
  isCaseSensitive: true,
  plain: (path) => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path),
};

/** Policy of the inventory interface: path, credential, permission, then parameters; problem documents; rate limits per user. */
export const inventoryPolicy = ({ requireIfMatch }: InventoryOptions): InventoryPolicy => ({
  name: 'inventory',
  paths,
  publish: (route) => route,
  open: (request, identify, core) => new InventoryExchange(request, identify, core),
  steps: ({ find }) => [
    findPath(find),
    beginAdmission,
    identifyCaller,
    chargeCaller,
    checkAccess,
    readParameters,
    chooseFormat,
    readPreconditions({ required: requireIfMatch }),
    readOnce,
    chargeLines,
    endAdmission,
    answer,
  ],
  async refused({ core, actor, isInAdmission, quota, matchingRoute }, error) {
    if (isInAdmission) await core.recordRejection(actor, error);
    return quota.end(error, matchingRoute);
  },
  presentRefusal: (error, request) => presentRefusal(error, request),
  presentFailure,
  finish({ quota }, response) {
    const limits = quota.headers();
    return limits ? { ...response, headers: { ...response.headers, ...limits } } : response;
  },
});
