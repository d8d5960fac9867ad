const loopback = /^(localhost|127(\.[0-9]{1,3}){3}|\[?::1\]?)$/i;

/** Whether a site at this address, or one that listens on this host, is there for its own machine only. */
export function environmentAt(publicUrl: string | undefined, host: string): 'local' | 'production' {
  const name = publicUrl === undefined ? host : new URL(publicUrl).hostname;
  return loopback.test(name) ? 'local' : 'production';
}
