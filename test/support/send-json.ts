/** The caller, and whether the request has an idempotency key. */
export interface Sender {
  readonly token?: string | undefined;
  readonly key?: string | undefined;
}

/** Sends a request with a body of JSON, if any, straight to a server. */
export const sendJson = (method: string, url: string, body: unknown, { token, key }: Sender): Promise<Response> =>
  fetch(url, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
