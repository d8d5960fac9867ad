/** Headers that restrict browsers to displaying the response; computed once. */
export const securityHeaders = (publicUrl: string | undefined): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  ...(publicUrl?.toLowerCase().startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
});
