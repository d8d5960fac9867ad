import { HtmlparserEmbedReader, SanitizeHtmlSanitizer } from '@backroom/adapters-html';
import { MemoryEmbedCache } from '@backroom/adapters-memory';
import type { Clock } from '@backroom/core';
import { ContainerModule } from 'inversify';
import type { Settings } from '../settings/settings.ts';
import { Port, TheSettings } from '../tokens.ts';

/** Sanitising of HTML, and embeds. */
export const content = new ContainerModule(({ bind }) => {
  bind(Port.htmlSanitizer).toDynamicValue(() => new SanitizeHtmlSanitizer());
  bind(Port.embedReader).toDynamicValue(() => new HtmlparserEmbedReader());
  bind(Port.embedCache).toResolvedValue((clock: Clock) => new MemoryEmbedCache(clock), [Port.clock]);
  bind(Port.embedProviders).toResolvedValue(
    ({ content: { embedProviders } }: Settings) => embedProviders,
    [TheSettings],
  );
});
