/** Gives the headers that keep browsers from doing anything with an answer but reading it; made once. */
export const securityHeaders = (publicUrl: string | undefined): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  ...(publicUrl?.toLowerCase().startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
});
