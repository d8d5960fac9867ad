import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { leastPasswordLength, type Session } from '../data/session.ts';
import { useWords } from '../words/words.tsx';
import css from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

const PasswordForm = lazy(async () => ({ default: (await import('./password-form.tsx')).PasswordForm }));

/** The page before a session: sign in, or choose a new password. The address stays, so that one arrives where one wanted. */
export function SignInPage({ session }: { readonly session: Session }) {
  const words = useWords();
  const { user, shop, must_change_password: mustChange } = session;
  if (user && mustChange) {
    return (
      <Entrance shop={shop.name} text={words.signIn.changeText} title={words.signIn.change}>
        <Suspense>
          <PasswordForm leastLength={leastPasswordLength(session)} username={user.username} />
        </Suspense>
      </Entrance>
    );
  }
  return (
    <Entrance shop={shop.name} title={words.signIn.title}>
      <SignInForm onDone={() => undefined} />
    </Entrance>
  );
}

interface EntranceProps {
  readonly shop: string;
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

function Entrance({ shop, title, text, children }: EntranceProps) {
  useEffect(() => {
    document.title = `${title} · ${shop}`;
  }, [title, shop]);
  return (
    <main className={css.page}>
      <div className={css.sheet}>
        <p className={css.shop}>
          <span aria-hidden="true" className={css.mark}>
            {shop.slice(0, 1).toUpperCase()}
          </span>
          {shop}
        </p>
        <h1>{title}</h1>
        {text && <p className={css.text}>{text}</p>}
        {children}
      </div>
    </main>
  );
}
