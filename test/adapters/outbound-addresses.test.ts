import { MemoryLog } from '@backroom/adapters-memory';
import { UndiciOutboundClient } from '@backroom/adapters-outbound';
import { DomainError } from '@backroom/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../packages/adapters-outbound/src/public-address.ts';
import { type NameServer, startNameServer } from '../support/name-servers.ts';
import { type CountingServer, startCountingServer } from '../support/outbound-servers.ts';

/** Spellings of this machine and of private networks; PORT becomes the port of a server that really listens there. */
const privateHosts = [
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://127.255.255.254:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0x7f.0.0.1:PORT/',
  'http://0X7F.0x0.0x0.0x1:PORT/',
  'http://017700000001:PORT/',
  'http://0177.0.0.01:PORT/',
  'http://00000177.0.0.1:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://１２７.０.０.１:PORT/',
  'http://127。0。0。1:PORT/',
  'http://①②⑦.⓪.⓪.①:PORT/',
  'http://%31%32%37.0.0.1:PORT/',
  'http://0:PORT/',
  'http://0.0.0.0:PORT/',
  'http://0x0:PORT/',
  'http://0.255.255.255/',
  'http://localhost:PORT/',
  'http://LOCALHOST:PORT/',
  'http://localhost.:PORT/',
  'http://ｌｏｃａｌｈｏｓｔ:PORT/',
  'http://lo%63alhost:PORT/',
  'http://shop.localhost:PORT/',
  'http://printer.local/',
  'http://metadata.google.internal/',
  'http://10.0.0.1/',
  'http://10.255.255.255/',
  'http://0xa000001/',
  'http://100.64.0.1/',
  'http://100.127.255.255/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://2852039166/',
  'http://0251.0376.0251.0376/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.0.0.8/',
  'http://192.0.2.1/',
  'http://192.88.99.1/',
  'http://192.168.0.1/',
  'http://192.168.1/',
  'http://3232235777/',
  'http://198.18.0.1/',
  'http://198.19.255.255/',
  'http://198.51.100.7/',
  'http://203.0.113.7/',
  'http://224.0.0.1/',
  'http://239.255.255.250/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://4294967295/',
  'http://[::1]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://[::]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[0:0:0:0:0:ffff:7f00:0001]:PORT/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[fc00::1]/',
  'http://[fd12:3456:789a::1]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://[2606:4700::1111]/',
] as const;

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** URLs that are refused whatever their address. */
const badUrls = [
  'http://user@HOST/',
  'http://user:word@HOST/',
  'http://:word@HOST/',
  'http://HOST:22/',
  'http://HOST:25/',
  'http://HOST:6379/',
  'http://HOST:0/',
  'http://HOST:65535/',
  'http://HOST:65536/',
  'https://HOST:8443/',
  'ftp://HOST/',
  'file:///etc/passwd',
  'file://HOST/etc/passwd',
  'gopher://HOST:80/_GET',
  'data:text/html,<p>',
  'javascript:alert(1)',
  'blob:http://HOST/x',
  'ws://HOST/',
  'unix:///var/run/docker.sock',
  '//HOST/',
  '/relative',
  'http://',
  'http:///',
  'http://a b/',
  'http://[::1/',
  'http://[fe80::1%25eth0]/',
  'http://HOST\u0000.example/',
  '',
];

/** Addresses that a name must not resolve to. */
const privateAddresses = [
  '0.0.0.0',
  '10.1.2.3',
  '100.100.100.200',
  '127.0.0.1',
  '169.254.169.254',
  '172.20.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fdff:ffff::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
] as const;

/** First and last address of each range that is not public, by the registries of special addresses of IANA. */
const rangeEnds = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
  ['::', '1fff:ffff::'],
  ['2001::', '2001:1ff:ffff::'],
  ['2001:db8::', '2001:db8:ffff::'],
  ['2002::', '2002:ffff:ffff::'],
  ['2620:4f:8000::', '2620:4f:8000:ffff::'],
  ['3fff::', '3fff:fff:ffff::'],
  ['4000::', 'ffff:ffff::'],
] as const;

/** Their neighbours, and some others. */
const publicAddresses = [
  ...['1.0.0.0', '1.1.1.1', '9.255.255.255', '11.0.0.0', '93.184.215.14', '100.63.255.255', '100.128.0.0'],
  ...['126.255.255.255', '128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0'],
  ...['191.255.255.255', '192.0.1.0', '192.0.3.0', '192.88.98.255', '192.88.100.0', '192.167.255.255'],
  ...['192.169.0.0', '198.17.255.255', '198.20.0.0', '198.51.99.255', '198.51.101.0', '203.0.112.255'],
  ...['203.0.114.0', '223.255.255.255', '2000::1', '2001:200::', '2001:db7:ffff::1', '2001:db9::', '2003::'],
  ...['2606:4700:4700::1111', '2620:4f:8001::1', '2a00:1450:4001::1', '3ffe::1', '3fff:1000::'],
];

describe('requests to private addresses', () => {
  let server: CountingServer;
  let names: NameServer;
  let log: MemoryLog;
  const clientOf = (nameServers?: readonly string[]) =>
    new UndiciOutboundClient({
      log,
      ports: [80, 443, 8_080, server.port],
      ...(nameServers && { nameServers }),
    });
  const failureOf = (url: string, client = clientOf()) =>
    client.send({ purpose: 'test', url, limits: { totalMs: 2_000 } }).then(
      () => 'answered',
      (error: unknown) => (error instanceof DomainError ? error.code : error),
    );

  beforeAll(async () => {
    log = new MemoryLog();
    server = await startCountingServer((_, response) => response.end('reached'));
    names = await startNameServer((name) => {
      const [, index = ''] = /^n(\d+)\./.exec(name) ?? [];
      const address = privateAddresses[Number(index)];
      return address === undefined ? [] : name.includes('mixed') ? ['93.184.215.14', address] : [address];
    });
  });
  afterAll(async () => {
    await names?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  it('has a server to reach, where it is allowed', async () => {
    const client = new UndiciOutboundClient({ log, allow: [`127.0.0.1:${server.port}`, `[::1]:${server.port}`] });
    for (const url of [`http://127.1:${server.port}/`, `http://[::1]:${server.port}/`])
      expect(await failureOf(url, client)).toBe('answered');
    expect(server.connections()).toBe(2);
  });

  it.each(privateHosts)('%s is refused', async (url) => {
    const before = server.connections();
    expect(await failureOf(url.replace('PORT', String(server.port)))).toBe('outbound_refused');
    expect(server.connections()).toBe(before);
  });

  it.each(badUrls)('%j is refused', async (url) => {
    const before = server.connections();
    expect(await failureOf(url.replace('HOST', '93.184.215.14'))).toBe('outbound_refused');
    expect(server.connections()).toBe(before);
  });

  it.each(privateAddresses.map((address, index) => [address, index] as const))(
    'a name that resolves to %s is refused',
    async (_, index) => {
      const before = server.connections();
      for (const name of [`n${index}.example`, `n${index}.mixed.example`])
        expect(await failureOf(`http://${name}:${server.port}/`, clientOf([names.address]))).toBe('outbound_refused');
      expect(server.connections()).toBe(before);
    },
  );

  it('a redirect to any of them is refused', async () => {
    await using redirecting = await startCountingServer((request, response) => {
      const target = decodeURIComponent(new URL(request.url ?? '', 'http://x').search.slice(1));
      response.writeHead(302, { location: target }).end();
    });
    const client = new UndiciOutboundClient({
      log,
      allow: [`127.0.0.1:${redirecting.port}`],
      ports: [80, 443, 8_080, server.port],
    });
    const before = server.connections();
    const targets = [...privateHosts, ...badUrls.filter((url) => URL.canParse(url))].filter(isAscii);
    for (const target of targets) {
      const url = target.replace('PORT', String(server.port)).replace('HOST', '93.184.215.14');
      expect(await failureOf(`${redirecting.url}/?${encodeURIComponent(url)}`, client), url).toBe('outbound_refused');
    }
    expect(redirecting.requests).toHaveLength(targets.length);
    expect(server.connections()).toBe(before);
  });

  it('log the reason of a refusal without path and query, and do not disclose it', async () => {
    const error = (await clientOf()
      .send({ purpose: 'embeds', url: 'http://10.0.0.1/secret?token=abc' })
      .catch((refusal) => refusal)) as DomainError;
    expect(JSON.stringify([error.message, error.details])).not.toMatch(/10\.0|private|public/);
    expect(log.entries.at(-1)).toMatchObject({
      event: 'outbound request failed',
      facts: {
        purpose: 'embeds',
        origin: 'http://10.0.0.1',
        code: 'outbound_refused',
        reason: 'the address 10.0.0.1 is not public',
      },
    });
    expect(JSON.stringify(log.entries)).not.toContain('secret');
  });
});

describe('public addresses', () => {
  it.each(publicAddresses)('%s may be requested', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...privateAddresses,
    ...rangeEnds.flat(),
    '1000::1',
    '8000::1',
    'e000::1',
    '',
    'x',
    '1.2.3',
    '1.2.3.4.5',
    '127.0.0.1/8',
    'fe80::1%eth0',
  ])('%j may not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
