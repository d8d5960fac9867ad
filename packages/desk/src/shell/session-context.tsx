import { createContext, type ReactNode, useContext } from 'react';
import { serverNow } from '../data/server-clock.ts';
import type { Session, ShopOfSession, SignedIn } from '../data/session.ts';
import { type CalendarOfShop, dayIn } from '../words/calendar.ts';

/** A session with an account. */
export interface OpenSession extends Session {
  readonly user: SignedIn;
  readonly shop: ShopOfSession;
}

const SessionContext = createContext<OpenSession | undefined>(undefined);

export const SessionScope = ({
  session,
  children,
}: {
  readonly session: OpenSession;
  readonly children: ReactNode;
}) => <SessionContext value={session}>{children}</SessionContext>;

/**
 * The session of the account that is signed in.
 * @throws Error outside of the shell
 */
export function useSession(): OpenSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('No session surrounds this component.');
  return session;
}

/** Whether the account may do something: `const may = useMay(); may('manage_store')`. */
export function useMay(): (...anyOf: readonly string[]) => boolean {
  const { capabilities } = useSession();
  return (...anyOf) => anyOf.length === 0 || anyOf.some((each) => capabilities.includes(each));
}

/** The present day of the shop, and how its weeks begin. */
export function useCalendar(): CalendarOfShop {
  const { shop } = useSession();
  return { today: dayIn(serverNow(), shop.time_zone), weekStartsOn: shop.week_starts_on };
}
