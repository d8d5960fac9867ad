import type { World } from './world.ts';

/** What came back from the shop interface or from a page. */
export interface ShopAnswered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: ShopBody;
}

/** The part of a body that the tests read. */
export interface ShopBody {
  readonly [member: string]: unknown;
  readonly code: string;
  readonly message: string;
  readonly uuid: string;
  readonly created: string;
  readonly password: string;
  readonly name: string;
  readonly data: { readonly status: number; readonly details?: Readonly<Record<string, { readonly code: string }>> };
}

/** What a request has beside method and route. */
export interface ShopRequestInit {
  /** Name and password for HTTP Basic. */
  readonly basic?: readonly [string, string];
  readonly bearer?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The header of HTTP Basic. */
export const basicHeader = ([name, password]: readonly [string, string]): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

/** Sends a request to a route of the shop interface. */
export async function askShop(
  { url }: Pick<World, 'url'>,
  method: string,
  route: string,
  { basic, bearer, body, headers = {} }: ShopRequestInit = {},
): Promise<ShopAnswered> {
  const [path = '', query] = route.split('?');
  const response = await fetch(`${url}/index.php?rest_route=${path}${query === undefined ? '' : `&${query}`}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(basic && { authorization: basicHeader(basic) }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

function parsed(text: string): ShopBody {
  try {
    return JSON.parse(text) as ShopBody;
  } catch {
    return {} as ShopBody;
  }
}
