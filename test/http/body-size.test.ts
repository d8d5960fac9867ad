import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { raw, serving } from '../support/http.ts';
import { chunked, post } from './post.ts';

const mebibyte = 1_048_576;

describe('the size of a body', () => {
  const ofSize = (bytes: number) => `{"name":"a"${' '.repeat(bytes - 12)}}`;
  const tooLarge = { status: 413, type: 'application/problem+json', body: { code: 'payload_too_large' } };

  test('may be one mebibyte and no more', async () => {
    expect((await post(ofSize(mebibyte))).status).toBe(201);
    expect(await post(ofSize(mebibyte + 1))).toMatchObject(tooLarge);
  });

  test('is checked while chunks of unknown number arrive', async () => {
    expect((await post(chunked(ofSize(mebibyte)))).status).toBe(201);
    expect(await post(chunked(ofSize(3 * mebibyte)))).toMatchObject(tooLarge);
  });

  test('is that of the inflated body', async () => {
    expect(await post(gzipSync('{"name":"a"}'), { 'content-encoding': 'gzip' })).toMatchObject({
      status: 201,
      body: { name: 'a' },
    });
    expect(await post(gzipSync(ofSize(64 * mebibyte)), { 'content-encoding': 'gzip' })).toMatchObject(tooLarge);
    expect(await post('nothing zipped', { 'content-encoding': 'gzip' })).toMatchObject({
      status: 400,
      body: { code: 'malformed_json' },
    });
    expect(await post(gzipSync('{"name":"a"}').subarray(0, -9), { 'content-encoding': 'gzip' })).toMatchObject({
      status: 400,
    });
    expect(await post('x', { 'content-encoding': 'zstd' })).toMatchObject({ status: 415 });
  });

  test('is checked by its announced length, before anything of it is read', async () => {
    await using server = await serving();
    const head = `POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer user.7\r\nContent-Type: application/json\r\nContent-Length: ${mebibyte + 1}\r\nConnection: close\r\n\r\n`;
    expect(await raw(server.port, head)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('that is smaller than announced leaves the rest to be read as another request', async () => {
    await using server = await serving();
    const head =
      'POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer user.7\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n';
    const answers = await raw(server.port, `${head}{"name":"a"}{"name":"b"}`);
    expect(answers).toContain('{"name":"a"}');
    expect(answers).not.toContain('"b"');
    expect(answers.match(/HTTP\/1\.1 (\d+)/g)?.[0]).toBe('HTTP/1.1 201');
  });

  test('is checked only for callers who may send one', async () => {
    expect(await post(ofSize(2 * mebibyte), { authorization: 'Bearer nobody' })).toMatchObject({ status: 401 });
  });

  test('does not keep the connection from being used again', async () => {
    await using server = await serving();
    const head =
      'POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer user.7\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    const chunk = `${(2 * mebibyte).toString(16)}\r\n${' '.repeat(2 * mebibyte)}\r\n0\r\n\r\n`;
    const answers = await raw(server.port, head + chunk, 'GET /open HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  test('matters no more when the connection breaks in the middle', async () => {
    await using server = await serving();
    for (const encoding of ['identity', 'gzip']) {
      const socket = connect(server.port, '127.0.0.1');
      socket.write(
        `POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Encoding: ${encoding}\r\nContent-Length: 99\r\n\r\n`,
      );
      socket.write(gzipSync('{"username":"ana"}').subarray(0, 12), () => socket.destroy());
      await once(socket, 'close');
    }
    expect((await fetch(`${server.url}/open`)).status).toBe(200);
  });
});
