/** Guarded HTTP requests to servers outside of the installation. */
export { isAllowEntry } from './allow-list.ts';
export { outboundPorts } from './outbound-ports.ts';
export { type OutboundOptions, UndiciOutboundClient } from './undici-outbound-client.ts';
export { WebExtensionCatalog } from './web-extension-catalog.ts';
export { WebLicenceServer } from './web-licence-server.ts';
export { WebhookPushNotifier } from './webhook-push-notifier.ts';
