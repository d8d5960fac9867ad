import { useQuery } from '@tanstack/react-query';
import { reportsQuery } from '../data/reports.ts';
import { Bone } from '../kit/bits.tsx';
import { Icon } from '../kit/icon.tsx';
import { declaredText } from '../looks/figures.tsx';
import { carried, readLook, writeLook } from '../looks/look.ts';
import { Failure } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { ScreenLink, useAddress } from '../shell/links.tsx';
import { useWords } from '../words/words.tsx';
import css from './reports.module.css';

const BONES = 10;

/** All reports by the questions that they answer. */
export function ReportsScreen() {
  const words = useWords();
  const { data, error, refetch } = useQuery(reportsQuery);
  const [look] = useAddress(readLook, writeLook);
  return (
    <div className={css.report}>
      <PageHead title={words.shell.screens.reports ?? ''} />
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      <ul className={css.cards}>
        {data?.map(({ slug, title, question }) => (
          <li key={slug}>
            <ScreenLink className={css.card} search={writeLook(carried(look))} to={`/reports/${slug}`}>
              <strong>{declaredText(words, { label: title })}</strong>
              <span>{declaredText(words, { label: question })}</span>
              <Icon name="next" />
            </ScreenLink>
          </li>
        ))}
        {!data &&
          !error &&
          Array.from({ length: BONES }, (_, index) => (
            <li className={css.card} key={index}>
              <Bone width={10} />
              <Bone width={24} />
            </li>
          ))}
      </ul>
    </div>
  );
}
