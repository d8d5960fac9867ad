const harmless = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives the caller's own id of its request where that can go into headers and logs unchanged, else a fresh UUID. */
export const requestIdOf = (sent: string | undefined): string =>
  sent !== undefined && harmless.test(sent) ? sent : crypto.randomUUID();
