import { createHash } from 'node:crypto';
import { canonical, type Origin } from '@backroom/core';
import type { RequestBody, RestRequest, Upload } from '@backroom/core/interface';

/** A request that never was on a wire: what the command line and other parts of the program ask of a route table. */
export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: readonly (readonly [string, string])[];
  /** Absent for no body. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of a body: a file of rows. */
  readonly upload?: Upload;
}

/** Puts a plain request in the form that dispatchers take. */
export const inProcess = (request: PlainRequest, origin: Origin): RestRequest => ({
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
