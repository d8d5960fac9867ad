import { useQuery } from '@tanstack/react-query';
import { listOf, type RawSearch } from '../data/address.ts';
import { type ReportDeclaration, reportsQuery } from '../data/reports.ts';
import { Bone, Sheet } from '../kit/bits.tsx';
import { Screen } from '../kit/layout.tsx';
import { declaredText } from '../looks/figures.tsx';
import { Failure } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { useAddress } from '../shell/links.tsx';
import { BackLink } from '../shell/records/back-link.tsx';
import { useWords } from '../words/words.tsx';
import { isNumeric } from './cells.tsx';
import css from './reports.module.css';

const readReport = (search: RawSearch) => listOf(search.report)[0]?.slice(0, 64);
const writeReport = (report: string | undefined): RawSearch => (report === undefined ? {} : { report });

/** What every number of the reports means, as the server declares it; of one report, or of all. */
export function MeaningsScreen() {
  const words = useWords();
  const [slug] = useAddress(readReport, writeReport);
  const { data, error, refetch } = useQuery(reportsQuery);
  const found = data?.find((each) => each.slug === slug);
  const back = found ? (
    <BackLink to={`/reports/${found.slug}`}>{declaredText(words, { label: found.title })}</BackLink>
  ) : (
    <BackLink to="/reports">{words.shell.screens.reports}</BackLink>
  );
  return (
    <Screen>
      <PageHead back={back} title={words.shell.screens.meanings ?? ''} />
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && (
        <Sheet>
          <Bone width={40} />
        </Sheet>
      )}
      {(found ? [found] : (data ?? [])).map((report) => (
        <Meanings key={report.slug} report={report} />
      ))}
    </Screen>
  );
}

function Meanings({ report: { title, stats, list } }: { readonly report: ReportDeclaration }) {
  const words = useWords();
  const columns = (list?.columns ?? []).filter(
    ({ name, unit, meaning }) =>
      isNumeric(unit) && meaning !== '' && !stats?.measures.some((measure) => measure.name === name),
  );
  return (
    <Sheet title={declaredText(words, { label: title })}>
      <dl className={css.glossary}>
        {[...(stats?.measures ?? []), ...columns].map(({ name, label, meaning }) => (
          <div key={name}>
            <dt>{declaredText(words, { label })}</dt>
            <dd>{words.reports.declared[meaning] ?? meaning}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
