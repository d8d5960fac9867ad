import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  issueMailPhoneCode,
  type MailPhone,
  type MailPhoneCode,
  mailPhoneQuery,
  unpairMailPhone,
} from '../data/administration/mail-phone.ts';
import { useWriting } from '../data/writing.ts';
import { Actions, Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { type Fact, Facts } from '../kit/facts.tsx';
import { formClass, Secret, softClass } from '../kit/layout.tsx';
import { QrCode } from '../kit/qr.tsx';
import { showToast } from '../kit/toast.tsx';
import { ErrorNotice } from '../shell/records/error-notice.tsx';
import { Unanswered } from '../shell/records/pending.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import css from './mail.module.css';

type Issued = MailPhoneCode & { readonly pairedBefore: string | undefined };

/** The phone that reads the mail log without an account: its state, a code that pairs one, and the end of the pairing. */
export function PhoneDialog({ onClose }: { readonly onClose: () => void }) {
  const { upkeep, action } = useWords();
  const { mailPhone: words } = upkeep;
  const queries = useQueryClient();
  const query = useQuery(mailPhoneQuery);
  const state = query.data;
  const [issued, setIssued] = useState<Issued>();
  const readAgain = () => queries.invalidateQueries({ queryKey: mailPhoneQuery.queryKey });
  const issuing = useWriting({
    write: issueMailPhoneCode,
    topics: [],
    onDone: (code) => {
      const pairedBefore = state?.phone?.paired_at;
      void readAgain().then(() => setIssued({ ...code, pairedBefore }));
    },
  });
  const ending = useWriting({
    write: unpairMailPhone,
    topics: [],
    onDone: () => {
      setIssued(undefined);
      showToast({ id: 'mail-phone', text: words.ended });
      void readAgain();
    },
  });
  const pairedAt = state?.phone?.paired_at;
  const isPaired = issued !== undefined && pairedAt !== undefined && pairedAt !== issued.pairedBefore;
  useEffect(() => {
    if (isPaired) setIssued(undefined);
  }, [isPaired]);
  const isPending = issuing.isPending || ending.isPending;
  return (
    <Dialog closeLabel={action.close} onClose={onClose} title={upkeep.mails.phone}>
      <div className={formClass}>
        <Unanswered query={query} />
        {issued && state ? <CodeToScan issued={issued} isWaiting={state.code_expires_at !== null} /> : null}
        {state && !issued && <PhoneState state={state} />}
        <ErrorNotice error={issuing.error ?? ending.error} />
        <Actions>
          {(state?.phone || state?.code_expires_at) && (
            <Button disabled={isPending} kind="danger" onClick={() => ending.mutate(undefined)}>
              {state.phone ? words.end : words.endCode}
            </Button>
          )}
          <Button
            disabled={isPending || !state}
            kind={state?.phone ? 'plain' : 'main'}
            onClick={() => issuing.mutate(undefined)}
          >
            {issued ? words.another : words.pair}
          </Button>
        </Actions>
      </div>
    </Dialog>
  );
}

/** The paired phone, or what pairing one does. */
function PhoneState({ state: { phone, code_expires_at: codeUntil } }: { readonly state: MailPhone }) {
  const { mailPhone: words } = useWords().upkeep;
  const { moment } = useFormats();
  if (!phone)
    return (
      <>
        <p>{words.about}</p>
        {codeUntil && <p className={softClass}>{words.codeWaits(moment(codeUntil))}</p>}
      </>
    );
  const { device, paired_at: since, push_url: address, last_push: last } = phone;
  const facts: readonly Fact[] = [
    [words.device, device],
    [words.since, moment(since)],
    [words.push, address ?? words.noPush],
    ...(last
      ? [[words.lastPush, last.fault === null ? moment(last.at) : `${moment(last.at)}: ${last.fault}`] as const]
      : []),
  ];
  return (
    <div aria-live="polite">
      <Facts facts={facts} />
    </div>
  );
}

interface CodeProps {
  readonly issued: MailPhoneCode;
  /** Neither used, nor expired, nor void by wrong tries. */
  readonly isWaiting: boolean;
}

function CodeToScan({ issued, isWaiting }: CodeProps) {
  const { mailPhone: words } = useWords().upkeep;
  const { time } = useFormats();
  if (!isWaiting) return <p aria-live="polite">{words.expired}</p>;
  return (
    <div className={css.code}>
      <p>{words.scan}</p>
      <QrCode label={words.picture} text={issued.link} />
      <p>{words.typed}</p>
      <Secret>{issued.code}</Secret>
      <p className={softClass}>{words.until(time(issued.expiresAt), issued.tries)}</p>
    </div>
  );
}
