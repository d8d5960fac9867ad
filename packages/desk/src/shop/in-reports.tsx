import { buttonClass } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { plainLook, writeLook } from '../looks/look.ts';
import { ScreenLink } from '../shell/links.tsx';
import { useMay } from '../shell/session-context.tsx';
import { useWords } from '../words/words.tsx';

interface InReportsProps {
  readonly report: string;
  readonly subject: string;
  readonly id: number;
}

/** Leads to a report, filtered by one record. */
export function InReports({ report, subject, id }: InReportsProps) {
  const { shop } = useWords();
  const may = useMay();
  if (!may('manage_store')) return null;
  const look = { ...plainLook, conditions: [{ subject, side: 'is' as const, values: [String(id)] }] };
  return (
    <ScreenLink className={buttonClass} data-kind="plain" search={writeLook(look)} to={`/reports/${report}`}>
      <Icon name="reports" />
      <span>{shop.order.inReports}</span>
    </ScreenLink>
  );
}
