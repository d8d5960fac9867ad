import { defineEntity, p } from '@mikro-orm/core';
import { accountKey } from './account-key.ts';

/** A notice that a user has dismissed, with the last time. */
export const DismissedNoticeRow = defineEntity({
  name: 'DismissedNotice',
  tableName: 'dismissed_notice',
  properties: {
    user: () => accountKey('dismissed_notice', 'user_id', 'cascade').primary(),
    noticeId: p.string().length(100).primary(),
    dismissedAt: p.datetime(3),
  },
});
