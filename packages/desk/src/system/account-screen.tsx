import { leastPasswordLength } from '../data/session.ts';
import { Sheet } from '../kit/bits.tsx';
import { buttonClass } from '../kit/button.tsx';
import { showToast } from '../kit/toast.tsx';
import { PageHead } from '../shell/head.tsx';
import { ScreenLink } from '../shell/links.tsx';
import { PasswordForm } from '../shell/password-form.tsx';
import { useSession } from '../shell/session-context.tsx';
import { useWords } from '../words/words.tsx';
import css from './account.module.css';

/** The own account: its password. */
export function AccountScreen() {
  const words = useWords();
  const session = useSession();
  const { user } = session;
  return (
    <div className={css.account}>
      <PageHead detail={user.username} title={words.shell.screens.account ?? ''}>
        <ScreenLink className={buttonClass} data-kind="plain" to="/account/passwords">
          {words.access.passwords.open}
        </ScreenLink>
      </PageHead>
      <Sheet title={words.signIn.change}>
        <PasswordForm
          leastLength={leastPasswordLength(session)}
          onDone={() => showToast({ id: 'password', text: words.state.saved })}
          username={user.username}
        />
      </Sheet>
    </div>
  );
}
