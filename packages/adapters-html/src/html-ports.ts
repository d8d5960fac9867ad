import { HtmlparserEmbedReader } from './htmlparser-embed-reader.ts';
import { SanitizeHtmlSanitizer } from './sanitize-html-sanitizer.ts';

/** All ports of this package, for programs that compose a core by hand. */
export const htmlPorts = () => ({
  htmlSanitizer: new SanitizeHtmlSanitizer(),
  embedReader: new HtmlparserEmbedReader(),
});
