import { type ReactNode, useEffect, useState } from 'react';
import { Refused, Unreachable } from '../data/refusal.ts';
import { Button } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import css from './failure.module.css';

interface FailureProps {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
}

/** Why something is not on the screen, and what helps; the rest of the screen stays. */
export function Failure({ error, retry }: FailureProps) {
  const words = useWords();
  const isMissing = error instanceof Refused && error.kind === 'missing';
  return (
    <div className={css.failure} role="alert">
      <Icon name="warn" size={20} />
      <div>
        <p className={css.title}>{isMissing ? words.state.missing : words.state.failed}</p>
        <Explained error={error} retry={retry} />
      </div>
    </div>
  );
}

function Explained({ error, retry }: FailureProps) {
  const words = useWords();
  const { list } = useFormats();
  if (error instanceof Refused && error.retryAfter !== undefined && retry)
    return <Waiting retry={retry} seconds={error.retryAfter} />;
  const text = error instanceof Unreachable ? words.state.unreachable : error instanceof Error ? error.message : '';
  const fields = error instanceof Refused ? error.fields.map(({ message }) => message) : [];
  const further = fields.filter((each) => each !== text);
  return (
    <>
      {text && <p>{text}</p>}
      {further.length > 0 && <p>{list(further)}</p>}
      {error instanceof Refused && error.requestId && <RequestId id={error.requestId} />}
      {retry && <Button onClick={retry}>{words.state.retry}</Button>}
    </>
  );
}

function Waiting({ seconds, retry }: { readonly seconds: number; readonly retry: () => void }) {
  const words = useWords();
  const { conventions } = useFormats();
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setTimeout(() => (left <= 1 ? retry() : setLeft(left - 1)), 1_000);
    return () => clearTimeout(timer);
  }, [left, retry]);
  const time = new Intl.NumberFormat(conventions.locale, { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(
    left,
  );
  return <p>{words.state.limited(time)}</p>;
}

/** The id of a request, to give to an administrator. */
function RequestId({ id }: { readonly id: string }) {
  const words = useWords();
  return (
    <p className={css.request}>
      {words.state.requestId} <code>{id}</code>{' '}
      <button onClick={() => navigator.clipboard?.writeText(id)} type="button">
        {words.action.copy}
      </button>
    </p>
  );
}

/** A page that the account may not see: which permission it lacks, and who gives it. */
export function NotAllowed({ needs }: { readonly needs: readonly string[] }) {
  const words = useWords();
  const names = needs.map((each) => words.capability[each] ?? each);
  return <PageNotice title={words.state.refused.title}>{words.state.refused.text(names.join(' / '))}</PageNotice>;
}

/** A page with a sentence in place of a screen. */
export const PageNotice = ({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) => (
  <div className={css.notice}>
    <h1 tabIndex={-1}>{title}</h1>
    <p>{children}</p>
    {action}
  </div>
);
