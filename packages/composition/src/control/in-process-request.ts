import { createHash } from 'node:crypto';
import type { Origin } from '@backroom/core';
import type { RequestBody, RestRequest, Upload } from '@backroom/core/interface';
import { canonical } from '@backroom/core/kernel';

/** A request from within the program, without HTTP. */
export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: readonly (readonly [string, string])[];
  readonly body?: Readonly<Record<string, unknown>>;
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of a body: a file of rows. */
  readonly upload?: Upload;
}

export const toRestRequest = (request: PlainRequest, origin: Origin): RestRequest => ({
  method: request.method,
  path: request.path,
  prefix: '',
  query: request.query ?? [],
  header: (name) => request.headers?.[name],
  body: async (accepts): Promise<RequestBody> => {
    if (request.upload && accepts.includes('csv')) return { kind: 'upload', upload: request.upload };
    return request.body ? { kind: 'json', value: request.body } : { kind: 'none' };
  },
  fingerprint: () =>
    createHash('sha256')
      .update(canonical([request.method, request.path, request.query, request.body]))
      .digest('hex'),
  origin,
});
