import { useState } from 'react';
import type { Totals } from '../data/answers.ts';
import type { MeasureDeclaration, ReportDeclaration } from '../data/reports.ts';
import { Bone } from '../kit/bits.tsx';
import { IconButton } from '../kit/button.tsx';
import { Spark } from '../kit/chart/spark.tsx';
import { Checkbox } from '../kit/field.tsx';
import { useGlow } from '../kit/glow.ts';
import { Popover } from '../kit/popover.tsx';
import type { Compared } from '../looks/asking.ts';
import { declaredText, MeasureChange } from '../looks/figures.tsx';
import { carried, writeLook } from '../looks/look.ts';
import type { Looking } from '../looks/look-tools.tsx';
import { ScreenLink } from '../shell/links.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import css from './overview.module.css';

/** Reports that tiles come from. */
export const sources = ['revenue', 'orders', 'products'] as const;

const usual = [
  'revenue.total_sales',
  'revenue.net_revenue',
  'orders.orders_count',
  'orders.avg_order_value',
  'orders.num_items_sold',
  'revenue.refunds',
];
const MOST = 8;

/** A figure: its report, its measure, and the answer that it is in. */
export interface Tile {
  readonly id: string;
  readonly measure: MeasureDeclaration | undefined;
  readonly source:
    | { readonly report: ReportDeclaration | undefined; readonly compared: Compared | undefined }
    | undefined;
}

/** The figures that were chosen on this device: `report.measure`. */
export function useChosenTiles() {
  const [chosen, setChosen] = useState<readonly string[]>(readChosen);
  const choose = (next: readonly string[]) => {
    localStorage.setItem('desk-tiles', next.join());
    setChosen(next);
  };
  return [chosen, choose] as const;
}

function readChosen(): readonly string[] {
  const kept = (localStorage.getItem('desk-tiles') ?? '').split(',').filter((each) => /^\w+\.\w+$/.test(each));
  return kept.length > 0 ? kept.slice(0, MOST) : usual;
}

/** The measure of a figure in a report. */
export function measureOf(report: ReportDeclaration, id: string): MeasureDeclaration | undefined {
  const [slug, name] = id.split('.');
  return slug === report.slug ? report.stats?.measures.find((each) => each.name === name) : undefined;
}

/** Figures with their answers; those that no report declares are left out once the declarations are there. */
export function tilesOf(chosen: readonly string[], answers: readonly NonNullable<Tile['source']>[]): readonly Tile[] {
  const isLoaded = answers.some(({ report }) => report !== undefined);
  return chosen.flatMap((id) => {
    const source = answers.find(({ report }) => report?.slug === id.split('.')[0]);
    const measure = source?.report && measureOf(source.report, id);
    return isLoaded && !measure ? [] : { id, measure, source };
  });
}

interface TilesProps {
  readonly tiles: readonly Tile[];
  readonly looking: Looking;
  readonly isBusy: boolean;
  readonly isFailed: boolean;
  readonly reports: readonly ReportDeclaration[] | undefined;
  readonly chosen: readonly string[];
  readonly choose: (ids: readonly string[]) => void;
}

/** Key figures with their change and a small line; each leads to its report. */
export function Tiles({ tiles, looking, isBusy, isFailed, reports, chosen, choose }: TilesProps) {
  const words = useWords();
  return (
    <section aria-busy={isBusy || undefined} aria-label={words.overview.tiles} className={css.tiles}>
      {tiles.map((tile) => (
        <TileLink isBusy={isBusy} isFailed={isFailed} key={tile.id} looking={looking} tile={tile} />
      ))}
      <TileChooser choose={choose} chosen={chosen} reports={reports} />
    </section>
  );
}

function TileLink({
  tile: { id, measure, source },
  looking,
  isBusy,
  isFailed,
}: { readonly tile: Tile } & Pick<TilesProps, 'looking' | 'isBusy' | 'isFailed'>) {
  const words = useWords();
  const formats = useFormats();
  const [slug, name = ''] = id.split('.');
  const compared = source?.compared;
  const glow = useGlow(compared?.now.totals[name], isBusy ? undefined : compared?.question);
  if (!measure || !compared) {
    return (
      <div className={css.tile}>
        {isFailed ? (
          measure && <span className={css.tileLabel}>{declaredText(words, measure)}</span>
        ) : (
          <Bone width={10} />
        )}
        <span className={css.tileNumber}>{isFailed ? '–' : <Bone width={7} />}</span>
        <span className={css.tileFoot}>{!isFailed && <Bone width={5} />}</span>
      </div>
    );
  }
  const now = compared.now.totals[name] as number;
  const before = compared.before?.totals[name] as number | undefined;
  return (
    <ScreenLink
      className={`${css.tile} ${glow}`}
      search={writeLook({ ...carried(looking.look), metric: name })}
      to={`/reports/${slug}`}
    >
      <span className={css.tileLabel}>{declaredText(words, measure)}</span>
      <span className={css.tileNumber} title={formats.number(now, measure.unit)}>
        {formats.numberShort(now, measure.unit)}
      </span>
      <span className={css.tileFoot}>
        {before !== undefined && <MeasureChange before={before} measure={measure} now={now} />}
        {!measure.totals_only && compared.now.intervals.length > 1 && (
          <Spark values={compared.now.intervals.map(({ subtotals }) => (subtotals as Totals)[name])} />
        )}
      </span>
    </ScreenLink>
  );
}

function TileChooser({ reports, chosen, choose }: Pick<TilesProps, 'reports' | 'chosen' | 'choose'>) {
  const words = useWords();
  const offered = sources.flatMap((slug) => {
    const report = reports?.find((each) => each.slug === slug);
    return (report?.stats?.measures ?? []).map((measure) => ({ id: `${slug}.${measure.name}`, measure }));
  });
  const unique = offered.filter(
    ({ id, measure }, index) =>
      chosen.includes(id) || offered.findIndex((each) => each.measure.name === measure.name) === index,
  );
  return (
    <div className={css.chooser}>
      <Popover
        label={words.overview.chooseTiles}
        trigger={(props) => <IconButton {...props} icon="more" label={words.overview.chooseTiles} />}
      >
        {() => (
          <div className={css.choices}>
            {unique.map(({ id, measure }) => (
              <Checkbox
                checked={chosen.includes(id)}
                disabled={!chosen.includes(id) && chosen.length >= MOST}
                key={id}
                label={declaredText(words, measure)}
                onChange={({ target }) =>
                  choose(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                }
              />
            ))}
          </div>
        )}
      </Popover>
    </div>
  );
}
