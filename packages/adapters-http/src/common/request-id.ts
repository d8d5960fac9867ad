const harmless = /^[A-Za-z0-9._-]{1,64}$/;

/** Returns the caller's request id if it can be used in headers and logs unchanged, else a new UUID. */
export const requestIdOf = (sent: string | undefined): string =>
  sent !== undefined && harmless.test(sent) ? sent : crypto.randomUUID();
