/** Guarded HTTP requests to servers outside of the installation. */
export { isAllowEntry } from './allow-list.ts';
export { outboundPorts } from './outbound-ports.ts';
export { type OutboundOptions, UndiciOutboundClient } from './undici-outbound-client.ts';
export { WebDocumentSource } from './web-document-source.ts';
export { WebLicenceServer } from './web-licence-server.ts';
export { WebSiteConnector } from './web-site-connector.ts';
export { WebhookPushNotifier } from './webhook-push-notifier.ts';
