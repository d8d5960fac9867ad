import type { ReactNode } from 'react';
import { Notice } from '../../kit/layout.tsx';
import { useErrorText } from '../error-text.ts';

interface ErrorNoticeProps {
  readonly error: Error | null;
  /** After the sentence. */
  readonly children?: ReactNode;
}

/** Why a write was refused; absent where there is no error. */
export function ErrorNotice({ error, children }: ErrorNoticeProps) {
  const say = useErrorText();
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
