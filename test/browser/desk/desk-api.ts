import { expect } from 'vitest';
import { sendJson } from '../../support/send-json.ts';
import { admin, type DeskShop } from './desk-shop.ts';

/** The part of an answer of either interface that these tests read. */
export interface Answered {
  readonly id: number;
  readonly version: number;
  readonly quantity: number;
  readonly totals: Readonly<Record<string, number>>;
  readonly [member: string]: unknown;
}

/** Another client of the shop, which is signed in by name and password. */
export function openApi(shop: () => DeskShop, who: { readonly username: string; readonly password: string } = admin) {
  let signedIn: Promise<string> | undefined;
  const signIn = async (): Promise<string> => {
    const answer = await sendJson('POST', `${shop().url}/users/login`, who, {});
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { readonly access_token: string }).access_token;
  };
  const send = async <T>(method: string, url: string, body: unknown): Promise<T> => {
    signedIn ??= signIn();
    const answer = await sendJson(method, url, body, { token: await signedIn });
    const text = await answer.text();
    expect(answer.ok, `${method} ${url}: ${answer.status} ${text.slice(0, 2000)}`).toBe(true);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  return {
    /** Sends a request to the inventory interface. */
    inventory: <T = Answered>(method: string, path: string, body?: unknown) =>
      send<T>(method, `${shop().url}${path}`, body),
    /** Sends a request to the shop interface. */
    shop: <T = Answered>(method: string, path: string, body?: unknown) =>
      send<T>(method, `${shop().url}/cms-json${path}`, body),
  };
}

export type DeskApi = ReturnType<typeof openApi>;

/** Entries of the ledger of an item, newest first: type and change. */
export async function ledgerOf({ inventory }: DeskApi, item: number): Promise<readonly (readonly [string, number])[]> {
  const entries = await inventory<readonly { readonly type: string; readonly delta: number }[]>(
    'GET',
    `/operations?item_id=${item}&per_page=100`,
  );
  return entries.map(({ type, delta }) => [type, delta]);
}

/** An order of two lamps with a tax of a fifth on goods and shipping. */
export const anOrder = (more: object = {}) => ({
  status: 'completed',
  currency: 'EUR',
  billing: { first_name: 'Ada', last_name: 'Berg', email: 'ada@shop.example', city: 'Graz', country: 'AT' },
  total: '54.00',
  total_tax: '9.00',
  shipping_total: '5.00',
  shipping_tax: '1.00',
  discount_total: '0',
  paid_at: new Date().toISOString(),
  lines: [{ name: 'Lamp', quantity: 2, subtotal: '40.00', total: '40.00', taxes: { 1: '8.00' } }],
  shipping_lines: [{ title: 'Post', total: '5.00', taxes: { 1: '1.00' } }],
  tax_lines: [{ rate_id: 1, rate_code: 'AT-VAT-1', percent: '20', tax_total: '8.00', shipping_tax_total: '1.00' }],
  ...more,
});
