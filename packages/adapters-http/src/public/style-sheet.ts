import { type Actor, anonymous, type Core } from '@backroom/core';
import { OK } from '@backroom/core/interface';
import type { RequestContext } from '../common/entry-middleware.ts';
import { digestOf, type RenderedPage } from '../common/write-answer.ts';

/** A style sheet behind the design tokens of the active theme. Browsers ask each time whether it has changed. */
export async function styleSheet(core: Core, call: RequestContext, rules: string): Promise<RenderedPage> {
  return freshSheet((await core.themes.readTokenSheet(visitorOf(call), {})) + rules);
}

/** The tokens of the active theme alone, for pages that switch modes themselves. */
export async function themeSheet(core: Core, call: RequestContext): Promise<RenderedPage> {
  return freshSheet(await core.themes.readSwitchedSheet(visitorOf(call), {}));
}

const visitorOf = ({ request }: RequestContext): Actor => ({ ...anonymous, origin: request.origin });

const freshSheet = (content: string): RenderedPage => ({
  status: OK,
  headers: { 'cache-control': 'no-cache', etag: digestOf(content) },
  content,
  contentType: 'text/css; charset=utf-8',
});
