import type { ReactNode } from 'react';
import { Notice } from '../../kit/layout.tsx';
import { useTroubleText } from '../trouble.ts';

interface TroubleProps {
  readonly error: Error | null;
  /** After the sentence. */
  readonly children?: ReactNode;
}

/** Why a write was refused; absent where there is no error. */
export function Trouble({ error, children }: TroubleProps) {
  const say = useTroubleText();
  if (!error) return null;
  return (
    <Notice role="alert" tone="bad">
      <p>
        {say(error)}
        {children && <> {children}</>}
      </p>
    </Notice>
  );
}
