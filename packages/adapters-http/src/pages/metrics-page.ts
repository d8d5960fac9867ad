import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { DomainError } from '@backroom/core';
import { invalidToken } from '@backroom/core/identity';
import { commonStatus, OK } from '@backroom/core/interface';
import type { Metrics } from '../common/metrics.ts';
import { bearerTokenOf } from '../inventory/authenticate.ts';
import { addPage, type PageRouter } from './add-page.ts';

/** Adds the metrics, for requests with the metrics token. */
export const addMetrics = (pages: PageRouter, { registry }: Metrics, token: string): void =>
  addPage(pages, '/metrics', {
    async get({ request }) {
      demandToken(request.context.req, token);
      const headers = { 'cache-control': 'no-store' };
      return { status: OK, headers, content: await registry.metrics(), contentType: registry.contentType };
    },
  });

/** Serves the metrics without authentication: bind it to a loopback address only. */
export const createMetricsListener = ({ registry }: Metrics): { callback(): RequestListener } => ({
  callback: () => async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(commonStatus['not-found']).end();
      return;
    }
    const content = await registry.metrics();
    response.writeHead(OK, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(content);
  },
});

function demandToken(request: IncomingMessage, token: string): void {
  const given = bearerTokenOf(request);
  if (given === undefined) throw new DomainError('unauthenticated', 'missing_token', 'Sign in first.');
  // Digests have equal length, as `timingSafeEqual` requires.
  if (!timingSafeEqual(digest(given), digest(token))) throw invalidToken();
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
