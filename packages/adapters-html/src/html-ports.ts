import type { SuppliedPorts } from '@backroom/core';
import { HtmlparserEmbedReader } from './htmlparser-embed-reader.ts';
import { LightningPreviewSanitizer } from './lightning-preview-sanitizer.ts';
import { LightningThemeStyles } from './lightning-theme-styles.ts';
import { SanitizeHtmlSanitizer } from './sanitize-html-sanitizer.ts';

/** The ports of the core that read hostile HTML and CSS. */
export const htmlPorts = (): Pick<
  SuppliedPorts,
  'embedReader' | 'htmlSanitizer' | 'previewSanitizer' | 'themeStyles'
> => ({
  embedReader: new HtmlparserEmbedReader(),
  htmlSanitizer: new SanitizeHtmlSanitizer(),
  previewSanitizer: new LightningPreviewSanitizer(),
  themeStyles: new LightningThemeStyles(),
});
