/** oEmbed: documents of the public pages of this site, and of other sites by a proxy. */
export type { EmbedDocument } from './embed-document.ts';
export { embedNotFound } from './errors.ts';
export { FRAME_RIGHTS } from './own-embed.ts';
export type { EmbedCache, EmbedLink, EmbedPorts, EmbedProvider, EmbedReader } from './ports.ts';
export { embedPorts } from './ports.ts';
export { type ProxyEmbedInput, proxyEmbed } from './use-cases/proxy-embed.ts';
export { type ReadEmbedInput, readEmbed } from './use-cases/read-embed.ts';
