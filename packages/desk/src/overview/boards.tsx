import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { ReportRow } from '../data/answers.ts';
import type { ReportDeclaration } from '../data/reports.ts';
import { Bone, Empty, Sheet } from '../kit/bits.tsx';
import { IconButton } from '../kit/button.tsx';
import { type MenuPlace, under } from '../kit/menu.tsx';
import { isOutdated, listQuery } from '../looks/asking.ts';
import { carried, plainLook, writeLook } from '../looks/look.ts';
import type { Looking } from '../looks/look-tools.tsx';
import { isDated } from '../looks/questions.ts';
import { textAt } from '../looks/rows.ts';
import { Failure } from '../shell/failure.tsx';
import { ScreenLink, useGo } from '../shell/links.tsx';
import { loadAreas } from '../words/en.ts';
import { useFormats, useWords } from '../words/words.tsx';
import css from './overview.module.css';

/** With the texts that the first screen does not need otherwise. */
const ReportRowMenu = lazy(async () => {
  const [{ ReportRowMenu: Menu }] = await Promise.all([import('../looks/row-menu.tsx'), loadAreas()]);
  return { default: Menu };
});

/** What a board shows of the rows of a list. */
export interface BoardDeclaration {
  readonly report: string;
  readonly subject: string;
  readonly sort: string;
  readonly value: string;
  readonly count: string;
}

/** The lists of the overview: the first rows of four reports. */
export const boards: readonly BoardDeclaration[] = [
  { report: 'products', subject: 'product', sort: '-net_revenue', value: 'net_revenue', count: 'items_sold' },
  { report: 'categories', subject: 'category', sort: '-net_revenue', value: 'net_revenue', count: 'items_sold' },
  { report: 'customers', subject: 'customer', sort: '-total_spend', value: 'total_spend', count: 'orders_count' },
  { report: 'coupons', subject: 'coupon', sort: '-amount', value: 'amount', count: 'orders_count' },
];

const ROWS = 7;

/** The look with which a board asks for its rows. */
export const boardLook = ({ look }: Pick<Looking, 'look'>, { sort }: BoardDeclaration) => ({
  ...plainLook,
  period: look.period,
  sort,
  per: ROWS,
});

interface BoardProps {
  readonly board: BoardDeclaration;
  readonly report: ReportDeclaration;
  readonly looking: Looking;
}

/** The best of a report with bars behind them; a row leads to the report, filtered by it. */
export function Board({ board, report, looking }: BoardProps) {
  const words = useWords();
  const query = useQuery(listQuery(report, boardLook(looking, board), looking.span));
  const title = words.overview.boards[board.report] ?? report.title;
  const all = { to: `/reports/${report.slug}`, search: writeLook({ ...carried(looking.look), sort: board.sort }) };
  const rows = query.data?.rows.filter((row) => numberAt(row, board.value) !== 0);
  const [opened, setOpened] = useState<{ readonly row: ReportRow; readonly place: () => MenuPlace }>();
  const go = useGo();
  return (
    <Sheet
      aside={
        <ScreenLink {...all}>
          {words.reports.all}
          <span className="for-readers"> {title}</span>
        </ScreenLink>
      }
      detail={isDated(report) ? undefined : words.reports.preset.all.toLocaleLowerCase()}
      title={title}
    >
      {query.isError && (
        <div className={css.boardBones}>
          <Failure error={query.error} retry={() => void query.refetch()} />
        </div>
      )}
      {rows?.length === 0 && <Empty text={words.reports.empty.text} />}
      {!query.isError && rows?.length !== 0 && (
        <ol aria-busy={isOutdated(query) || undefined} className={css.board}>
          {rows
            ? rows.map((row) => (
                <BoardRow
                  board={board}
                  key={idOf(row, report)}
                  looking={looking}
                  most={numberAt(rows[0], board.value)}
                  onMenu={(place) => setOpened({ row, place })}
                  report={report}
                  row={row}
                />
              ))
            : Array.from({ length: ROWS }, (_, index) => (
                <li className={css.boardRow} key={index}>
                  <Bone width={16} />
                </li>
              ))}
        </ol>
      )}
      {opened && (
        <Suspense>
          <ReportRowMenu
            {...opened}
            label={nameOf(opened.row, report)}
            look={carried(looking.look)}
            onClose={() => setOpened(undefined)}
            onNarrow={(change) => go(all.to, { search: writeLook({ ...carried(looking.look), ...change }) })}
            report={report}
          />
        </Suspense>
      )}
    </Sheet>
  );
}

const idOf = (row: ReportRow, { list }: ReportDeclaration): string => String(row[list?.key[0] ?? 'id']);

const numberAt = (row: ReportRow | undefined, name: string): number => Number(row?.[name] ?? 0);

function BoardRow({
  board,
  report,
  row,
  looking,
  most,
  onMenu,
}: BoardProps & {
  readonly row: ReportRow;
  readonly most: number;
  readonly onMenu: (place: () => MenuPlace) => void;
}) {
  const words = useWords();
  const formats = useFormats();
  const value = numberAt(row, board.value);
  const id = idOf(row, report);
  const look = {
    ...carried(looking.look),
    conditions: [{ subject: board.subject, side: 'is' as const, values: [id] }],
  };
  return (
    <li className={css.boardRow}>
      <span className={css.boardBar} style={{ inlineSize: `${most > 0 ? Math.max(0, (100 * value) / most) : 0}%` }} />
      <ScreenLink className={css.boardName} search={writeLook(look)} to={`/reports/${report.slug}`}>
        {nameOf(row, report) || id}
      </ScreenLink>
      <IconButton
        aria-haspopup="menu"
        className={css.boardMenu}
        icon="more"
        label={words.reports.chart.actions(nameOf(row, report) || id)}
        onClick={({ currentTarget }) => onMenu(() => under(currentTarget))}
      />
      <span className={css.boardCount}>{words.overview.times(formats.count(numberAt(row, board.count)))}</span>
      <strong className={css.boardValue}>{formats.money(value)}</strong>
    </li>
  );
}

/** The first column of text that a row has. */
const nameOf = (row: ReportRow, { list }: ReportDeclaration): string =>
  list?.columns
    .filter(({ unit }) => unit === 'text')
    .map(({ path }) => textAt(row, path))
    .find((text) => text !== '') ?? '';
