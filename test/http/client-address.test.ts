import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createClientReader, type TrustedProxies } from '../../packages/adapters-http/src/common/client-address.ts';

const read = (trusted: TrustedProxies, headers: Readonly<Record<string, string>>, socket: object = {}) =>
  createClientReader(trusted)({
    headers,
    socket: { remoteAddress: '10.0.0.1', ...socket },
  } as unknown as IncomingMessage);

describe('the address of a client', () => {
  it('is that of the connection itself without trusted proxies, whatever headers claim', () => {
    const headers = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' };
    expect(read(0, headers)).toEqual({ address: '10.0.0.1', isSecure: false });
    expect(read([], headers)).toEqual({ address: '10.0.0.1', isSecure: false });
    expect(read(['172.16.0.0/12'], headers)).toEqual({ address: '10.0.0.1', isSecure: false });
  });

  it('is secure when its own connection is encrypted', () => {
    expect(read(0, {}, { encrypted: true })).toEqual({ address: '10.0.0.1', isSecure: true });
  });

  it.each([
    ['https', 1, true],
    ['HTTPS', 1, true],
    ['http', 1, false],
    ['', 1, false],
    ['https, http', 1, false],
    ['http, https', 1, true],
    ['https, https', 2, true],
    ['https', 2, true],
    ['https, http', 2, false],
    ['https, http, https', 2, false],
  ])('is what trusted proxies wrote: %j behind %i', (proto, proxies, isSecure) => {
    const headers = { 'x-forwarded-for': '192.0.2.1, 192.0.2.2', 'x-forwarded-proto': proto };
    expect(read(proxies, headers).isSecure).toBe(isSecure);
  });

  it('is accepted from proxies in trusted networks', () => {
    const headers = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' };
    expect(read(['10.0.0.0/8'], headers)).toEqual({ address: '192.0.2.1', isSecure: true });
  });
});
