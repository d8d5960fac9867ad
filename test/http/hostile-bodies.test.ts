import { monitorEventLoopDelay } from 'node:perf_hooks';
import { atOnce, type PausingWork } from '@backroom/core/kernel';
import { describe, expect, it } from 'vitest';
import { formFields } from '../../packages/adapters-http/src/common/form-fields.ts';
import { parseForm, parseJson } from '../../packages/adapters-http/src/common/parse-body.ts';
import { gatheringSources } from '../../packages/core/src/interface/shop/reading/sources.ts';
import { ana, serving } from '../support/http.ts';
import { tinyShop } from './tiny-shop.ts';

const mebibyte = 1_048_576;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };
const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
const filled = (text: string, bytes = mebibyte) => text.repeat(Math.floor(bytes / text.length));
const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n';
const fieldsOf = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=1`).join('&');
const membersOf = (count: number) => JSON.stringify(Array(count).fill(0));
const partsOf = (count: number) => `${part.repeat(count)}--x--\r\n`;

const open = () => serving({ shop: { routes: tinyShop().routes } });

/** The units of each step of a work, and what comes of it. */
function stepsOf<T>(work: PausingWork<T>): { readonly steps: readonly number[]; readonly result: T } {
  const steps: number[] = [];
  const watched = function* (): PausingWork<T> {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      steps.push(value);
      yield value;
    }
  };
  return { result: atOnce(watched()), steps };
}

describe('work on a body of a mebibyte is counted and bounded between two pauses', () => {
  const pairs = [...new URLSearchParams(fieldsOf(50_000))] as [string, string][];
  const body = { kind: 'form', fields: pairs } as const;
  it.each<[string, () => PausingWork<unknown>, number]>([
    ['fields without values', () => formFields(filled('a&'), mebibyte), mebibyte / 2],
    ['fields of a list', () => formFields(filled('a[]=1&'), mebibyte), 174_000],
    ['members of a form', () => parseForm(Buffer.from(fieldsOf(10_000))), 20_000],
    ['list items', () => parseJson(Buffer.from(`{"a":[${filled('0,')}0]}`)), mebibyte / 2],
    ['empty objects', () => parseJson(Buffer.from(`{"a":[${filled('{},')}0]}`)), 349_000],
    ['parameters', () => gatheringSources({}, [], body), 100_000],
    [
      'parameters of a list',
      () => gatheringSources({}, [], { kind: 'form', fields: pairs.map(() => ['a[]', '1']) }),
      100_000,
    ],
  ])('%s', (_, work, least) => {
    const { steps } = stepsOf(work());
    expect(steps.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(least);
    expect(steps.reduce((most, each) => Math.max(most, each), 0)).toBeLessThanOrEqual(2_100);
  });

  it('and the fields are those that the platform reads', () => {
    const text = `?first=1&${fieldsOf(5_000)}&&?=&a+b=%C3%BC&=x&${'long'.repeat(5_000)}&last`;
    expect(atOnce(formFields(text))).toEqual([...new URLSearchParams(text)]);
  });
});

describe('a long body', () => {
  it.each<readonly [string, string, Record<string, string>, string]>([
    ['a form of fields without values', '/cms-json/shop-admin/whole', form, filled('a&')],
    ['a form of list items', '/cms-json/shop-admin/whole', form, 'a[]=1&'.repeat(10_000)],
    ['a form of names', '/cms-json/shop-admin/whole', form, fieldsOf(10_000)],
    ['parts', '/cms-json/shop-admin/whole', multipart, `${filled(part).slice(part.length)}--x--\r\n`],
    ['numbers', '/cms-json/shop-admin/things', json, `{"tags":[${filled('0,').slice(20)}0]}`],
    ['objects', '/cms-json/shop-admin/things', json, `{"tags":[${filled('{},').slice(21)}0]}`],
    ['objects for the inventory', '/things', json, `{"name":"a","more":[${filled('{},').slice(60)}0]}`],
  ])('leaves the event loop to others, above 250 ms in three runs is a fault: %s', async (_, path, headers, body) => {
    await using server = await open();
    const pauses: number[] = [];
    while (pauses.length === 0 || (pauses.length < 3 && Math.min(...pauses) > 250)) {
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      const answer = await fetch(server.url + path, { method: 'POST', headers: { ...ana, ...headers }, body });
      await answer.arrayBuffer();
      delay.disable();
      pauses.push(Math.round(delay.max / 1e6));
    }
    console.log(`longest pause of the event loop in ms: ${pauses.join(', ')}`);
    expect(Math.min(...pauses)).toBeLessThanOrEqual(250);
  });
});

describe('a form', () => {
  it.each([
    ['of fields', form, fieldsOf],
    ['of parts', multipart, partsOf],
  ] as const)('%s may have 10,000, and no more', async (_, headers, make) => {
    await using server = await open();
    const send = (count: number) =>
      fetch(`${server.url}/cms-json/shop-admin/whole`, {
        method: 'POST',
        headers: { ...ana, ...headers },
        body: make(count),
      });
    expect((await send(10_000)).status).toBe(200);
    const refused = await send(10_001);
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 413,
      body: { code: 'rest_payload_too_large' },
    });
  });
});

describe('a body of a caller without a credential', () => {
  const post = async (body: string, headers: Record<string, string>, path = '/shop-admin/whole') => {
    await using server = await open();
    const answer = await fetch(`${server.url}/cms-json${path}`, { method: 'POST', headers, body });
    return { status: answer.status, body: await answer.json() };
  };
  const tooLarge = { status: 413, body: { code: 'rest_payload_too_large', data: { status: 413 } } };
  const ofSize = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - 8) });

  it('may have 64 KiB, and no more', async () => {
    expect((await post(ofSize(65_536), json)).status).toBe(200);
    expect(await post(ofSize(65_537), json)).toMatchObject(tooLarge);
    expect(await post(ofSize(65_537), { ...json, ...ana })).toMatchObject({ status: 200 });
  });

  it.each([
    ['fields', form, fieldsOf],
    ['items of a list', json, membersOf],
    ['items at any depth', json, (count: number) => JSON.stringify({ a: [{ b: Array(count - 3).fill(0) }] })],
    ['parts', multipart, partsOf],
  ] as const)('may have 1,000 %s, and no more', async (_, headers, make) => {
    expect((await post(make(1_000), headers)).status).toBe(200);
    expect(await post(make(1_001), headers)).toMatchObject(tooLarge);
    expect((await post(make(1_001), { ...headers, ...ana })).status).toBe(200);
  });

  it('is checked for parameters before permission', async () => {
    expect(await post('{}', json, '/shop-admin/things')).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param' },
    });
    expect(await post('{"name":"a"}', json, '/shop-admin/things')).toMatchObject({ status: 401 });
    expect(await post(membersOf(1_001), json, '/shop-admin/things')).toMatchObject(tooLarge);
  });
});
