import { describe, expect, test } from 'vitest';
import { chunked, post } from './post.ts';

const nested = (levels: number) => `{"name":"a","extra":${'{"a":'.repeat(levels - 2)}{}${'}'.repeat(levels - 2)}}`;

describe('a body', () => {
  test('is read as JSON of any application type that is declared as JSON', async () => {
    for (const type of [
      'application/json',
      'Application/JSON; Charset="UTF-8"',
      'application/vnd.shop.v2+json',
      'application/json;charset=utf8',
    ]) {
      expect(await post('{"name":"Schraube ½"}', { 'content-type': type }), type).toMatchObject({
        status: 201,
        body: { name: 'Schraube ½' },
      });
    }
  });

  test('of another type is refused', async () => {
    const types = [
      'text/plain',
      'application/xml',
      'application/jsonp',
      'text/json',
      'json',
      'application/json; charset=latin1',
      'multipart/form-data; boundary=x',
      '',
    ];
    for (const type of types) {
      expect(await post('{"name":"a"}', { 'content-type': type }), type).toMatchObject({
        status: 415,
        body: { code: 'unsupported_media_type' },
      });
    }
  });

  test('of another type is no matter when it is empty', async () => {
    expect(await post('', { 'content-type': 'text/plain' })).toMatchObject({
      status: 422,
      body: { code: 'body_required' },
    });
    expect(await post(undefined)).toMatchObject({ status: 422, body: { code: 'body_required' } });
    expect(await post(chunked(''))).toMatchObject({ status: 422, body: { code: 'body_required' } });
  });

  test('that is not JSON in UTF-8 is malformed', async () => {
    const invalid = [
      Buffer.from('{"name":"\xff"}', 'latin1'),
      Buffer.from([0x7b, 0x22, 0xc3]),
      Buffer.from('{"name":"\xc0\xaf"}', 'latin1'),
    ];
    for (const body of ['{', ' ', '{"name":a}', "{'name':1}", '{"name":"a"}x', '{"name":NaN}', 'name=a', ...invalid]) {
      expect(await post(body), String(body)).toMatchObject({
        status: 400,
        type: 'application/problem+json',
        body: { code: 'malformed_json' },
      });
    }
  });

  test('must be an object', async () => {
    for (const body of ['[]', 'null', '"name"', '1', 'true', '[{"name":"a"}]']) {
      const refusal = { code: 'validation_failed', errors: [{ field: '', pointer: '', code: 'wrong_type' }] };
      expect(await post(body), body).toMatchObject({ status: 422, body: refusal });
    }
  });

  test('may be nested 20 deep and no deeper', async () => {
    expect((await post(nested(20))).status).toBe(201);
    expect(await post(nested(21))).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ code: 'invalid_format' }] },
    });
    expect(await post(`{"tags":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed' },
    });
  });

  test('cannot name prototype members', async () => {
    const bodies = {
      '/__proto__': '{"name":"a","__proto__":{"role":"admin"}}',
      '/extra/constructor': '{"name":"a","extra":{"constructor":1}}',
      '/tags/1/prototype': '{"name":"a","tags":["x",{"prototype":1}]}',
      '/extra/__proto__': '{"name":"a","extra":{"\\u005f_proto__":1}}',
    };
    for (const [pointer, body] of Object.entries(bodies)) {
      expect(await post(body), body).toMatchObject({
        status: 422,
        body: { code: 'validation_failed', errors: [{ pointer }] },
      });
    }
    expect(({} as { role?: string }).role).toBeUndefined();
  });

  test('with a member twice has its last value', async () => {
    expect(await post('{"name":"first","name":"last"}')).toMatchObject({ status: 201, body: { name: 'last' } });
  });

  test('may be a form only where a form is expected', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await post('username=ana&password=a%2Bb+c', form, '/login')).toMatchObject({
      status: 200,
      body: { username: 'ana', password: 'a+b c' },
    });
    expect(await post('username=ana&username=eve', form, '/login')).toMatchObject({
      status: 422,
      body: { code: 'duplicate_parameter', errors: [{ field: 'username' }] },
    });
    expect(await post('username=ana&__proto__=x', form, '/login')).toMatchObject({
      status: 422,
      body: { code: 'validation_failed' },
    });
    expect(await post('name=a', form)).toMatchObject({ status: 415 });
  });
});

describe('the fingerprint of a request', () => {
  const fingerprint = async (path: string, body: string) => {
    const answer = await post(body, { 'idempotency-key': 'k-1' }, path);
    return (answer.body as { once?: { fingerprint?: string } }).once?.fingerprint;
  };

  test('is the same for the same request, and another when anything of it changes', async () => {
    const first = await fingerprint('/once?q=a', '{"name":"a"}');
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await fingerprint('/once?q=a', '{"name":"a"}')).toBe(first);
    const others = [
      await fingerprint('/once?q=b', '{"name":"a"}'),
      await fingerprint('/once?q=a', '{"name":"b"}'),
      await fingerprint('/once?q=a', ''),
    ];
    expect(new Set([first, ...others]).size).toBe(4);
  });
});
