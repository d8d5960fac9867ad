/** Address of the page of the licence server where an administrator allows the connection. */
export const marketUrl = (
  server: string,
  given: { readonly homeUrl: string; readonly redirectUri: string; readonly secret: string },
): string =>
  `${server}/authorize?home_url=${encodeURIComponent(given.homeUrl)}&redirect_uri=${encodeURIComponent(
    given.redirectUri,
  )}&secret=${encodeURIComponent(given.secret)}`;
