const loopback = /^(localhost|127(\.[0-9]{1,3}){3}|\[?::1\]?)$/i;

/** `local` when the public URL, or without one the listening host, is a loopback address. */
export function environmentAt(publicUrl: string | undefined, host: string): 'local' | 'production' {
  const name = publicUrl === undefined ? host : new URL(publicUrl).hostname;
  return loopback.test(name) ? 'local' : 'production';
}
