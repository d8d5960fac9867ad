/** The notices of the administration screens that can be dismissed permanently. */
export const noticeIds: readonly string[] = [
  'subscription-expired-notice',
  'subscription-expiring-notice',
  'market-disconnect-notice',
  'market-connect-notice',
  'market-connected-account-notice',
];
