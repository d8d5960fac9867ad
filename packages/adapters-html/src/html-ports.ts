import type { SuppliedPorts } from '@backroom/core';
import { HtmlparserEmbedReader } from './htmlparser-embed-reader.ts';
import { SanitizeHtmlSanitizer } from './sanitize-html-sanitizer.ts';

/** The ports of the core that read hostile HTML. */
export const htmlPorts = (): Pick<SuppliedPorts, 'embedReader' | 'htmlSanitizer'> => ({
  embedReader: new HtmlparserEmbedReader(),
  htmlSanitizer: new SanitizeHtmlSanitizer(),
});
