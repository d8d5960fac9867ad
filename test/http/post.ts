import { ana, serving } from '../support/http.ts';

/** The outcome of a body sent to `POST /things`, or elsewhere. */
export async function post(
  body: RequestInit['body'] | undefined,
  headers: Record<string, string> = {},
  path = '/things',
) {
  await using server = await serving();
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { ...ana, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit);
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    body: (await answer.json()) as Record<string, never>,
  };
}

/** A body that is sent without its length. */
export const chunked = (text: string) => new Blob([text]).stream();
