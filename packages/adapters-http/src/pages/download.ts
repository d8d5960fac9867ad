import { type Actor, anonymous } from '@backroom/core';
import { DOWNLOAD_ACTION } from '@backroom/core/analytics';
import { OK } from '@backroom/core/interface';
import type { RenderedPage } from '../common/write-answer.ts';
import type { AdminRequest } from './admin.ts';

/** Whether a request is for the file of a report. */
export const isDownload = ({ given }: AdminRequest): boolean => given.get('action') === DOWNLOAD_ACTION;

const rangeForm = /^\d{4}-\d{2}-\d{2}-to-\d{4}-\d{2}-\d{2}$/;

/** Sends the file of a report, to holders of its signed address and users permitted to read reports. */
export async function download(call: AdminRequest): Promise<RenderedPage> {
  const { given, admin } = call;
  const [filename = '', expires = '', signature = ''] = ['filename', 'expires', 'signature'].map((name) =>
    given.get(name),
  );
  const file = await admin.core.analytics.openExport(await actorOf(call), { filename, expires, signature });
  const range = given.get('date_range') ?? '';
  const suggested = rangeForm.test(range) ? `${filename}_${range}` : filename;
  return {
    status: OK,
    headers: {
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="${suggested}.csv"`,
      'x-content-type-options': 'nosniff',
    },
    content: file,
    contentType: 'text/csv; charset=utf-8',
  };
}

/** Authenticates a browser session or an API credential. */
async function actorOf({ admin, session, request }: AdminRequest): Promise<Actor> {
  const { req } = request.context;
  if (session) return session.actor;
  return req.headers.authorization === undefined ? anonymous : admin.authenticate(req, request.origin);
}
