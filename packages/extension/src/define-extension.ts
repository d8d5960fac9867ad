import type { Schemas } from '@backroom/core/interface';
import type { ExtensionModule, ExtensionRoute } from './extension-module.ts';

/**
 * Declares an extension.
 * @example
 * export default defineExtension({
 *   events: { 'stock.low': async ({ data }, { log }) => log.info(`Product ${data.productId} is low.`) },
 * });
 */
export const defineExtension = (module: ExtensionModule): ExtensionModule => module;

/** Declares a route, whose handler gets the types of its parameters. */
export const defineRoute = <const P extends Schemas = {}>(route: ExtensionRoute<P>): ExtensionRoute =>
  route as unknown as ExtensionRoute;
