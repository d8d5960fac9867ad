import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { followChanges, type LiveState } from '../data/live.ts';
import { onSessionEnd } from '../data/send.ts';
import { serverNow } from '../data/server-clock.ts';
import { followSession, renewSession, type Session, sessionQuery } from '../data/session.ts';
import { reloadNow } from './leaving.ts';
import { type OpenSession, SessionScope } from './session-context.tsx';

const SignInPage = lazy(async () => ({ default: (await import('./sign-in-page.tsx')).SignInPage }));
const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }));

interface GateProps {
  readonly children: (live: LiveState, isOutdated: boolean) => ReactNode;
}

const isOpen = (session: Session): session is OpenSession => session.user !== null && !session.must_change_password;

/** Lets a session through; before it there is the sign-in, and when it ends it is opened again over the screen. */
export function Gate({ children }: GateProps) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  // The screen stays while the session is opened again.
  const last = useRef<OpenSession>(undefined);
  if (isOpen(session)) last.current = session;
  const shown = isOpen(session) ? session : session.must_change_password ? undefined : last.current;
  if (shown === undefined) return <SignInPage session={session} />;
  return (
    <SessionScope session={shown}>
      <Inside session={shown}>{children}</Inside>
    </SessionScope>
  );
}

function Inside({ session, children }: GateProps & { readonly session: OpenSession }) {
  const queries = useQueryClient();
  const [live, setLive] = useState<LiveState>('polling');
  const [resume, setResume] = useState<() => void>();
  const again = useMemo(() => () => new Promise<void>((resolve) => setResume(() => resolve)), []);
  const build = useRef(session.build?.desk);
  useEffect(() => {
    onSessionEnd(again);
    followSession((what) => {
      if (what === 'ended') reloadNow();
      else void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    });
    return () => onSessionEnd(undefined);
  }, [again, queries]);
  const { nonce } = session;
  useEffect(() => followChanges(queries, { onState: setLive, ended: () => void again() }), [queries, again, nonce]);
  useRenewal(session);
  return (
    <>
      {children(live, build.current !== session.build?.desk)}
      {resume && (
        <Suspense>
          <SignInAgain
            onDone={() => {
              resume();
              setResume(undefined);
            }}
            username={session.user.username}
          />
        </Suspense>
      )}
    </>
  );
}

/** Renews the session once half of its time is over, when the page is used. */
function useRenewal({ expires_at: end, ends_at: last }: OpenSession): void {
  const queries = useQueryClient();
  useEffect(() => {
    const begun = serverNow().getTime();
    const half = end === null ? Number.POSITIVE_INFINITY : begun + (Date.parse(end) - begun) / 2;
    let isAsked = last !== null && last === end;
    const used = () => {
      if (isAsked || serverNow().getTime() < half) return;
      isAsked = true;
      renewSession(queries).catch(() => undefined);
    };
    const controller = new AbortController();
    for (const event of ['keydown', 'pointerdown'])
      window.addEventListener(event, used, { signal: controller.signal, passive: true });
    return () => controller.abort();
  }, [end, last, queries]);
}
