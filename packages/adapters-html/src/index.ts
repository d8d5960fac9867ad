/** Hostile HTML and XML: sanitising, and the documents of embed providers. */
export { htmlPorts } from './html-ports.ts';
export { HtmlparserEmbedReader } from './htmlparser-embed-reader.ts';
export { LightningPreviewSanitizer } from './lightning-preview-sanitizer.ts';
export { LightningThemeStyles } from './lightning-theme-styles.ts';
export { SanitizeHtmlSanitizer } from './sanitize-html-sanitizer.ts';
