import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ana, raw, serving } from '../support/http.ts';

const mebibyte = 1_048_576;

async function post(body: BodyInit | undefined, headers: Record<string, string> = {}, path = '/things') {
  await using server = await serving();
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { ...ana, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit);
  return { status: answer.status, type: answer.headers.get('content-type'), body: (await answer.json()) as Record<string, never> };
}

const nested = (levels: number) => `{"name":"a","extra":${'{"a":'.repeat(levels - 2)}{}${'}'.repeat(levels - 2)}}`;
const chunked = (text: string) => new Blob([text]).stream();

describe('a body', () => {
  test('is read as JSON of any application type that says so', async () => {
    for (const type of ['application/json', 'Application/JSON; Charset="UTF-8"', 'application/vnd.shop.v2+json', 'application/json;charset=utf8']) {
      expect(await post('{"name":"Schraube ½"}', { 'content-type': type }), type).toMatchObject({ status: 201, body: { name: 'Schraube ½' } });
    }
  });

  test('of another type is refused', async () => {
    const types = ['text/plain', 'application/xml', 'application/jsonp', 'text/json', 'json', 'application/json; charset=latin1', 'multipart/form-data; boundary=x', ''];
    for (const type of types) {
      expect(await post('{"name":"a"}', { 'content-type': type }), type).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
    }
  });

  test('of another type is no matter when it is empty', async () => {
    expect(await post('', { 'content-type': 'text/plain' })).toMatchObject({ status: 422, body: { code: 'body_required' } });
    expect(await post(undefined)).toMatchObject({ status: 422, body: { code: 'body_required' } });
    expect(await post(chunked(''))).toMatchObject({ status: 422, body: { code: 'body_required' } });
  });

  test('that is not JSON in UTF-8 is malformed', async () => {
    const invalid = [Buffer.from('{"name":"\xff"}', 'latin1'), Buffer.from([0x7b, 0x22, 0xc3]), Buffer.from('{"name":"\xc0\xaf"}', 'latin1')];
    for (const body of ['{', ' ', '{"name":a}', "{'name':1}", '{"name":"a"}x', '{"name":NaN}', 'name=a', ...invalid]) {
      expect(await post(body), String(body)).toMatchObject({ status: 400, type: 'application/problem+json', body: { code: 'malformed_json' } });
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
    expect(await post(nested(21))).toMatchObject({ status: 422, body: { code: 'validation_failed', errors: [{ code: 'invalid_format' }] } });
    expect(await post(`{"tags":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  });

  test('cannot name what the language lives by', async () => {
    const bodies = {
      '/__proto__': '{"name":"a","__proto__":{"role":"admin"}}',
      '/extra/constructor': '{"name":"a","extra":{"constructor":1}}',
      '/tags/1/prototype': '{"name":"a","tags":["x",{"prototype":1}]}',
      '/extra/__proto__': '{"name":"a","extra":{"\\u005f_proto__":1}}',
    };
    for (const [pointer, body] of Object.entries(bodies)) {
      expect(await post(body), body).toMatchObject({ status: 422, body: { code: 'validation_failed', errors: [{ pointer }] } });
    }
    expect(({} as { role?: string }).role).toBeUndefined();
  });

  test('that says something twice means what it says last', async () => {
    expect(await post('{"name":"first","name":"last"}')).toMatchObject({ status: 201, body: { name: 'last' } });
  });

  test('may be a form only where a form is expected', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await post('username=ana&password=a%2Bb+c', form, '/login')).toMatchObject({ status: 200, body: { username: 'ana', password: 'a+b c' } });
    expect(await post('username=ana&username=eve', form, '/login')).toMatchObject({ status: 422, body: { code: 'duplicate_parameter', errors: [{ field: 'username' }] } });
    expect(await post('username=ana&__proto__=x', form, '/login')).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(await post('name=a', form)).toMatchObject({ status: 415 });
  });
});

describe('the size of a body', () => {
  const ofSize = (bytes: number) => `{"name":"a"${' '.repeat(bytes - 12)}}`;
  const tooLarge = { status: 413, type: 'application/problem+json', body: { code: 'payload_too_large' } };

  test('may be one mebibyte and no more', async () => {
    expect((await post(ofSize(mebibyte))).status).toBe(201);
    expect(await post(ofSize(mebibyte + 1))).toMatchObject(tooLarge);
  });

  test('is watched while pieces arrive whose number nobody knows', async () => {
    expect((await post(chunked(ofSize(mebibyte)))).status).toBe(201);
    expect(await post(chunked(ofSize(3 * mebibyte)))).toMatchObject(tooLarge);
  });

  test('is that of the inflated body', async () => {
    expect(await post(gzipSync('{"name":"a"}'), { 'content-encoding': 'gzip' })).toMatchObject({ status: 201, body: { name: 'a' } });
    expect(await post(gzipSync(ofSize(64 * mebibyte)), { 'content-encoding': 'gzip' })).toMatchObject(tooLarge);
    expect(await post('nothing zipped', { 'content-encoding': 'gzip' })).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
    expect(await post(gzipSync('{"name":"a"}').subarray(0, -9), { 'content-encoding': 'gzip' })).toMatchObject({ status: 400 });
    expect(await post('x', { 'content-encoding': 'zstd' })).toMatchObject({ status: 415 });
  });

  test('is believed when it is announced, before anything of it is read', async () => {
    await using server = await serving();
    const head = `POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer user.7\r\nContent-Type: application/json\r\nContent-Length: ${mebibyte + 1}\r\nConnection: close\r\n\r\n`;
    expect(await raw(server.port, head)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('that is smaller than announced leaves the rest to be read as another request', async () => {
    await using server = await serving();
    const head = 'POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer user.7\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n';
    const answers = await raw(server.port, `${head}{"name":"a"}{"name":"b"}`);
    expect(answers).toContain('{"name":"a"}');
    expect(answers).not.toContain('"b"');
    expect(answers.match(/HTTP\/1\.1 (\d+)/g)?.[0]).toBe('HTTP/1.1 201');
  });

  test('is only watched for those who may send one', async () => {
    expect(await post(ofSize(2 * mebibyte), { authorization: 'Bearer nobody' })).toMatchObject({ status: 401 });
  });

  test('does not keep the connection from being used again', async () => {
    await using server = await serving();
    const head = 'POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer user.7\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    const chunk = `${(2 * mebibyte).toString(16)}\r\n${' '.repeat(2 * mebibyte)}\r\n0\r\n\r\n`;
    const answers = await raw(server.port, head + chunk, 'GET /open HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  test('matters no more when the connection breaks in the middle', async () => {
    await using server = await serving();
    for (const encoding of ['identity', 'gzip']) {
      const socket = connect(server.port, '127.0.0.1');
      socket.write(`POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Encoding: ${encoding}\r\nContent-Length: 99\r\n\r\n`);
      socket.write(gzipSync('{"username":"ana"}').subarray(0, 12), () => socket.destroy());
      await once(socket, 'close');
    }
    expect((await fetch(`${server.url}/open`)).status).toBe(200);
  });
});
