import { userIdOf } from '../../kernel/actor.ts';
import { useCase } from '../../kernel/use-case.ts';
import { noticeNonceWrong } from '../errors.ts';
import { noticeIds } from '../notice.ts';
import type { BackOfficePorts } from '../ports.ts';

/** The notice that somebody does not want to see again. */
export interface DismissNoticeInput {
  readonly noticeId?: string;
  /** The word of the page it stood on; only browsers have to show one. */
  readonly nonce?: string;
}

/** What came of it. */
export interface DismissedNotice {
  /** Whether there is such a notice; what there is not cannot be put away. */
  readonly isKnown: boolean;
}

/**
 * Puts a notice away for whoever asks, and tells whether there is such a notice.
 * @throws DomainError `unauthorized`
 */
export const dismissNotice = useCase(
  { access: 'manage_store', effect: 'write', audit: 'notice.dismiss' },
  ({ notices, clock }: BackOfficePorts) =>
    async (actor, { noticeId = '', nonce = '' }: DismissNoticeInput, { note }): Promise<DismissedNotice> => {
      if (actor.session && !actor.session.isOwn(nonce)) throw noticeNonceWrong();
      if (!noticeIds.includes(noticeId)) {
        note({ isIdle: true });
        return { isKnown: false };
      }
      await notices.dismiss(userIdOf(actor), noticeId, clock.now());
      note({ target: { type: 'notice', id: noticeId } });
      return { isKnown: true };
    },
);
