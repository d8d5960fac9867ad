import { type ReactNode, useEffect, useState } from 'react';
import { useGo } from './links.tsx';
import { useMay, useSession } from './session-context.tsx';

interface FirstVisitProps {
  /** Asks the server where a new shop begins. */
  readonly beginsElsewhere: () => Promise<boolean>;
  readonly to: string;
  readonly children: ReactNode;
}

/** Leads an account that manages the shop to another screen when it comes to the start for the first time in this browser. */
export function FirstVisit({ beginsElsewhere, to, children }: FirstVisitProps) {
  const { user } = useSession();
  const may = useMay();
  const go = useGo();
  const key = `desk-visited-${user.id}`;
  const [isDecided, setDecided] = useState(
    !may('manage_store') || window.location.search !== '' || localStorage.getItem(key) !== null,
  );
  useEffect(() => {
    if (isDecided) return;
    const decide = async () => {
      const isElsewhere = await beginsElsewhere().catch(() => false);
      localStorage.setItem(key, 'yes');
      if (isElsewhere) go(to, { replace: true });
      else setDecided(true);
    };
    void decide();
  }, []);
  return isDecided ? children : null;
}
