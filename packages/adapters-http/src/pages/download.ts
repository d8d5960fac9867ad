import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { type Actor, anonymous } from '@backroom/core';
import { DOWNLOAD_ACTION } from '@backroom/core/analytics';
import { FEED_ACTION } from '@backroom/core/catalog';
import { PACKAGE_ACTION } from '@backroom/core/extensions';
import { OK } from '@backroom/core/interface';
import { encodingFor } from '../common/content-encoding.ts';
import type { RenderedPage } from '../common/write-answer.ts';
import type { AdminRequest } from './admin.ts';

/** Whether a request is for the file of a report. */
export const isDownload = ({ given }: AdminRequest): boolean => given.get('action') === DOWNLOAD_ACTION;

const rangeForm = /^\d{4}-\d{2}-\d{2}-to-\d{4}-\d{2}-\d{2}$/;

/** Sends the file of a report, to holders of its signed address and users permitted to read reports. */
export async function download(call: AdminRequest): Promise<RenderedPage> {
  const { given, admin } = call;
  const { filename, ...signed } = addressIn(call);
  const file = await admin.core.analytics.openExport(await actorOf(call), { filename, ...signed });
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

/** Whether a request is for a catalogue feed. */
export const isFeed = ({ given }: AdminRequest): boolean => given.get('action') === FEED_ACTION;

/** Sends a catalogue feed, compressed if accepted, to holders of its signed address and users with access to the store. */
export async function downloadFeed(call: AdminRequest): Promise<RenderedPage> {
  const { admin, request } = call;
  const address = addressIn(call);
  const file = await admin.core.catalog.openFeed(await actorOf(call), address);
  // Brotli is not offered: of `*`, gzip is the coding that all clients have.
  const isGzip = encodingFor(request.header('accept-encoding')?.replace(/\bbr\b[^,]*/gi, 'br;q=0')) === 'gzip';
  return {
    status: OK,
    headers: {
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="${address.filename}.json"`,
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      ...(isGzip && { 'content-encoding': 'gzip' }),
    },
    content: isGzip ? { size: undefined, chunks: () => gzipped(file.chunks()) } : file,
    contentType: 'application/json',
  };
}

/** Whether a request is for the package of an extension. */
export const isPackage = ({ given }: AdminRequest): boolean => given.get('action') === PACKAGE_ACTION;

/** Sends the package of an extension as its source has it, to holders of its signed address and users with access to the store. */
export async function downloadPackage(call: AdminRequest): Promise<RenderedPage> {
  const address = addressIn(call);
  const content = await call.admin.core.extensions.openPackage(await actorOf(call), address);
  return {
    status: OK,
    headers: {
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="${address.filename}"`,
      'x-content-type-options': 'nosniff',
    },
    content,
    contentType: 'application/octet-stream',
  };
}

/** Compresses a stream off the event loop. */
const gzipped = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  pipeline(Readable.from(chunks), createGzip(), () => {});

const addressIn = ({ given }: AdminRequest) => ({
  filename: given.get('filename') ?? '',
  expires: given.get('expires') ?? '',
  signature: given.get('signature') ?? '',
});

/** Authenticates a browser session or an API credential. */
async function actorOf({ admin, session, request }: AdminRequest): Promise<Actor> {
  const { req } = request.context;
  if (session) return session.actor;
  return req.headers.authorization === undefined ? anonymous : admin.authenticate(req, request.origin);
}
