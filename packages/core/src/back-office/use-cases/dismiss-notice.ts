import { userIdOf } from '../../kernel/actor.ts';
import { useCase } from '../../kernel/use-case.ts';
import { noticeNonceWrong } from '../errors.ts';
import { noticeIds } from '../notice.ts';
import type { BackOfficePorts } from '../ports.ts';

/** The id of the notice, and the page's nonce. */
export interface DismissNoticeInput {
  readonly noticeId?: string;
  /** The page's anti-forgery nonce; required with a session cookie only. */
  readonly nonce?: string;
}

/** The result of a dismissal. */
export interface DismissedNotice {
  /** Whether the notice exists. */
  readonly isKnown: boolean;
}

/**
 * Dismisses a notice for the caller.
 * @throws DomainError `unauthorized`
 */
export const dismissNotice = useCase(
  { access: 'manage_store', effect: 'write', audit: 'notice.dismiss', refusals: { unauthenticated: ['unauthorized'] } },
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
