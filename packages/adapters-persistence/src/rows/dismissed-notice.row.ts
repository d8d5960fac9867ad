import { defineEntity, p } from '@mikro-orm/core';
import { AppUserRow } from './app-user.row.ts';

/** A notice that a user has dismissed, with the last time. */
export const DismissedNoticeRow = defineEntity({
  name: 'DismissedNotice',
  tableName: 'dismissed_notice',
  properties: {
    user: () =>
      p
        .manyToOne(AppUserRow)
        .primary()
        .fieldName('user_id')
        .deleteRule('cascade')
        .updateRule('no action')
        .foreignKeyName('dismissed_notice_user_id_fkey'),
    noticeId: p.string().length(100).primary(),
    dismissedAt: p.datetime(3),
  },
});
