import { describe, expect, test } from 'vitest';
import { raw, serving } from '../support/http.ts';

const get = (lines: string) => `GET /things HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`;

/** Status, code and challenge of the answer to these header lines. */
async function asked(lines: string) {
  await using server = await serving();
  const answer = await raw(server.port, get(lines));
  return {
    status: /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1],
    code: /"code":"(\w+)"/.exec(answer)?.[1],
    challenge: /^www-authenticate: (.*)\r$/im.exec(answer)?.[1],
    version: /^x-api-version: (.*)\r$/im.exec(answer)?.[1],
  };
}

const invalid = {
  status: '401',
  code: 'invalid_token',
  challenge: 'Bearer realm="inventory", error="invalid_token"',
  version: undefined,
};

describe('the Authorization header', () => {
  test('carries a bearer token, whatever the case of the scheme and the spaces behind it', async () => {
    for (const value of ['Bearer user.7', 'bearer user.7', 'BEARER   user.7', '  Bearer user.7  ']) {
      expect(await asked(`Authorization: ${value}\r\n`), value).toMatchObject({ status: '200', version: '1.4.1' });
    }
  });

  test('that is missing means an anonymous caller', async () => {
    expect(await asked('')).toEqual({
      status: '401',
      code: 'missing_token',
      challenge: 'Bearer realm="inventory"',
      version: undefined,
    });
  });

  test('that holds anything else does not hold', async () => {
    const values = [
      '',
      'Bearer',
      'Bearer ',
      'Basic dXNlcjo3',
      'user.7',
      'Beareruser.7',
      'Bearer\tuser.7',
      'Bearer user.7 user.7',
      'Bearer user.7,',
      'Bearer "user.7"',
      'Bearer user.8',
      'Bearer ä',
    ];
    for (const value of values) expect(await asked(`Authorization: ${value}\r\n`), value).toEqual(invalid);
  });

  test('may not be there twice', async () => {
    expect(await asked('Authorization: Bearer user.7\r\nAuthorization: Bearer user.7\r\n')).toEqual(invalid);
    expect(await asked('Authorization: Bearer user.7\r\naUTHORIZATION: Bearer user.1\r\n')).toEqual(invalid);
  });

  test('is the only source of a token', async () => {
    await using server = await serving();
    expect((await fetch(`${server.url}/things?access_token=user.7`)).status).toBe(401);
    const form = new URLSearchParams({ access_token: 'user.7', name: 'a' });
    expect((await fetch(`${server.url}/things`, { method: 'POST', body: form })).status).toBe(401);
    expect(
      (await fetch(`${server.url}/things`, { headers: { cookie: 'access_token=user.7', 'x-access-token': 'user.7' } }))
        .status,
    ).toBe(401);
  });

  test('that does not hold is ignored on public routes', async () => {
    await using server = await serving();
    const answer = await fetch(`${server.url}/who`, {
      headers: { authorization: 'Bearer nonsense', 'x-request-id': 'r-1' },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ origin: { requestId: 'r-1', ip: '127.0.0.1' } });
  });
});

describe('the origin of a request', () => {
  const who = async (options: Parameters<typeof serving>[0], lines: string) => {
    await using server = await serving(options);
    const answer = await raw(
      server.port,
      `GET /who HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer user.7\r\n${lines}\r\n`,
    );
    return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as { userId: number; origin: Record<string, string> };
  };
  const ip = async (trustProxy: number | readonly string[], forwarded: string) =>
    (await who({ trustProxy }, forwarded === '' ? '' : `X-Forwarded-For: ${forwarded}\r\n`)).origin.ip;

  test('is the other end of the connection, whatever the headers claim', async () => {
    expect(await ip(0, '9.9.9.9')).toBe('127.0.0.1');
    expect(await ip([], '9.9.9.9')).toBe('127.0.0.1');
  });

  test('is the configured number of proxies away, counted from the server', async () => {
    expect(await ip(1, '6.6.6.6, 9.9.9.9')).toBe('9.9.9.9');
    expect(await ip(2, '6.6.6.6, 9.9.9.9, 10.0.0.1')).toBe('9.9.9.9');
    expect(await ip(5, '9.9.9.9, 10.0.0.1')).toBe('9.9.9.9');
    expect(await ip(1, '')).toBe('127.0.0.1');
  });

  test('is the first address from the server that is no trusted proxy', async () => {
    const ours = ['127.0.0.0/8', '10.0.0.0/8', '2001:db8::/32'];
    expect(await ip(ours, '6.6.6.6, 9.9.9.9, 10.1.2.3')).toBe('9.9.9.9');
    expect(await ip(ours, '2001:db8::1, ::ffff:9.9.9.9, 2001:db8::2')).toBe('9.9.9.9');
    expect(await ip(['10.0.0.0/8'], '9.9.9.9')).toBe('127.0.0.1');
    expect(await ip(ours, '10.0.0.7, 10.0.0.8')).toBe('10.0.0.7');
  });

  test('is as far as the header can be read', async () => {
    expect(await ip(3, '9.9.9.9, nonsense, 10.0.0.1')).toBe('10.0.0.1');
    expect(await ip(1, '9.9.9.9:4711')).toBe('9.9.9.9');
    expect(await ip(1, '[2001:db8::7]:4711')).toBe('2001:db8::7');
  });

  test('has a user agent without control characters, cut to 256', async () => {
    const { origin } = await who({}, `User-Agent: a\tb\x85${'c'.repeat(400)}\r\n`);
    expect(origin.userAgent).toHaveLength(256);
    expect(origin.userAgent).toMatch(/^a\\x09bÂ\\x85c+$/);
  });

  test('cannot be read from what is neither address nor range', async () => {
    for (const range of ['', 'nonsense', '10.0.0.0/33', '10.0.0.0/8/8', '::/129', '10.0.0.0/']) {
      await expect(serving({ trustProxy: [range] }), range).rejects.toThrow('Not an address or CIDR range');
    }
  });
});
