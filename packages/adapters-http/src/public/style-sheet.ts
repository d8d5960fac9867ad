import { anonymous, type Core } from '@backroom/core';
import { OK } from '@backroom/core/interface';
import type { RequestContext } from '../common/attend.ts';
import { digestOf, type RenderedPage } from '../common/write-answer.ts';

/** A style sheet behind the design tokens of the active theme. Browsers ask each time whether it has changed. */
export async function styleSheet(core: Core, { request }: RequestContext, rules: string): Promise<RenderedPage> {
  const tokens = await core.themes.readTokenSheet({ ...anonymous, origin: request.origin }, {});
  const content = tokens + rules;
  return {
    status: OK,
    headers: { 'cache-control': 'no-cache', etag: digestOf(content) },
    content,
    contentType: 'text/css; charset=utf-8',
  };
}
