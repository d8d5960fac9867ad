import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type MailDetails, mailQuery } from '../data/administration/mails.ts';
import { Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { type Fact, Facts } from '../kit/facts.tsx';
import { Notice, Screen, softClass, transcriptClass } from '../kit/layout.tsx';
import { PageHead } from '../shell/head.tsx';
import { ScreenLink } from '../shell/links.tsx';
import { BackLink } from '../shell/records/back-link.tsx';
import { Unanswered } from '../shell/records/pending.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import css from './mail.module.css';
import { MailStatusPill } from './mail-status.tsx';
import { ResendDialog } from './resend-dialog.tsx';

/** One mail: what became of it, its text, and the dialogue with the mail server. */
export function MailScreen() {
  const { upkeep } = useWords();
  const { mails: words } = upkeep;
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const query = useQuery(mailQuery(Number(id)));
  const [isResending, setResending] = useState(false);
  const mail = query.data;
  return (
    <Screen>
      <PageHead
        back={<BackLink to="/mail">{words.back}</BackLink>}
        detail={mail && <MailStatusPill status={mail.status} />}
        title={mail?.subject ?? words.mail(Number(id) || 0)}
      >
        {mail && !mail.is_redacted && (
          <Button kind="main" onClick={() => setResending(true)}>
            {words.resend}
          </Button>
        )}
      </PageHead>
      <Unanswered query={query} />
      {mail && <Record mail={mail} />}
      {mail && isResending && <ResendDialog mail={mail} onClose={() => setResending(false)} />}
    </Screen>
  );
}

function Record({ mail }: { readonly mail: MailDetails }) {
  const { mails: words } = useWords().upkeep;
  const facts = useFacts(mail);
  return (
    <>
      {mail.error && (
        <Notice tone="bad">
          <p>
            {mail.error.message} <code>{mail.error.code}</code>
          </p>
        </Notice>
      )}
      <Sheet>
        <Facts facts={facts} />
      </Sheet>
      <Sheet title={words.text}>
        {mail.text === null ? (
          <p className={softClass}>{words.noText}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that is longer than its place is scrolled by keys.
          <pre className={css.text} tabIndex={0}>
            {mail.text}
          </pre>
        )}
      </Sheet>
      <Sheet title={words.transcript}>
        {mail.transcript === '' ? (
          <p className={softClass}>{words.noTranscript}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that is longer than its place is scrolled by keys.
          <pre className={transcriptClass} tabIndex={0}>
            {mail.transcript}
          </pre>
        )}
      </Sheet>
    </>
  );
}

function useFacts(mail: MailDetails): readonly Fact[] {
  const { mails: words } = useWords().upkeep;
  const { count, list, moment } = useFormats();
  const { resent_of: original, ended_at: ended, headers } = mail;
  const isElsewhere = list(mail.original_to) !== list(mail.to);
  const optional: readonly (Fact | false)[] = [
    isElsewhere && [words.originalTo, list(mail.original_to)],
    original !== null && [
      words.resentOf,
      <ScreenLink key="original" to={`/mail/${original}`}>
        {words.mail(original)}
      </ScreenLink>,
    ],
    ended !== null && [words.ended, moment(ended)],
    headers !== '' && [words.headers, headers],
  ];
  return [
    [words.to, list(mail.to)],
    [words.from, mail.from],
    [words.when, moment(mail.created_at)],
    ...optional.filter((each) => each !== false),
    [words.attempts, count(mail.attempts)],
    [words.transport, mail.transport_uri],
  ];
}
