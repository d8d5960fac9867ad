import type { SuppliedPorts } from '@backroom/core';
import { HtmlparserEmbedReader } from './htmlparser-embed-reader.ts';
import { LightningPreviewSanitizer } from './lightning-preview-sanitizer.ts';
import { SanitizeHtmlSanitizer } from './sanitize-html-sanitizer.ts';

/** The ports of the core that read hostile HTML. */
export const htmlPorts = (): Pick<SuppliedPorts, 'embedReader' | 'htmlSanitizer' | 'previewSanitizer'> => ({
  embedReader: new HtmlparserEmbedReader(),
  htmlSanitizer: new SanitizeHtmlSanitizer(),
  previewSanitizer: new LightningPreviewSanitizer(),
});
