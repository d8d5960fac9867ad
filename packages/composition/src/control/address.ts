import type { Settings } from '../settings/settings.ts';

/** The base address in the settings, without a trailing slash; a wildcard address is replaced by the loopback address. */
export function addressIn({ publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/$/, '');
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
