/** Pages of the public site, and what public addresses show. */
export { noSuchPage, notPublic, pageExists } from './errors.ts';
export { type ContentPage, type ContentStatus, contentPageRecord, contentStatuses } from './page.ts';
export type { ContentPageFilter, ContentPageStore, ContentPorts, HtmlSanitizer } from './ports.ts';
export { contentPorts } from './ports.ts';
export { findPublic, type PublicAddress, type PublicContent, type PublicOffer } from './public-content.ts';
export { type PublicSite, publicSiteOf } from './public-site.ts';
export { addPage, createPage, deletePage, listPages, readPage, updatePage } from './use-cases/pages.ts';
export { type PublicView, readPublic } from './use-cases/read-public.ts';
