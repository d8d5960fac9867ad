import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Bone, Sheet } from '../../kit/bits.tsx';
import { Screen } from '../../kit/layout.tsx';
import { Failure } from '../failure.tsx';
import { PageHead } from '../head.tsx';

interface PendingProps {
  readonly title: string;
  readonly back?: ReactNode;
  readonly error: unknown;
  readonly retry: () => void;
}

interface UnansweredProps {
  readonly query: Pick<UseQueryResult, 'error' | 'isPending' | 'isError' | 'refetch'>;
}

/** What stands in place of a sheet whose answer is not there yet, or was refused; nothing where it is there. */
export function Unanswered({ query: { error, isPending, isError, refetch } }: UnansweredProps) {
  if (isError) return <Failure error={error} retry={() => void refetch()} />;
  return isPending && <PendingSheet />;
}

const PendingSheet = () => (
  <Sheet>
    <Bone width={40} />
  </Sheet>
);

/** The screen of a record that is not there yet, or cannot be read. */
export const PendingRecord = ({ title, back, error, retry }: PendingProps) => (
  <Screen>
    <PageHead back={back} detail={error ? undefined : <Bone width={20} />} title={title} />
    {error ? <Failure error={error} retry={retry} /> : <PendingSheet />}
  </Screen>
);
