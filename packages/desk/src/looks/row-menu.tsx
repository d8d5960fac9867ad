import { useQuery } from '@tanstack/react-query';
import type { ReportRow } from '../data/answers.ts';
import { namesQuery } from '../data/names.ts';
import { type ReportDeclaration, reportsQuery } from '../data/reports.ts';
import { MenuAt, type MenuGroup, type MenuPlace } from '../kit/menu.tsx';
import { useGo } from '../shell/links.tsx';
import { useWords } from '../words/words.tsx';
import { declaredText } from './figures.tsx';
import { carried, type Look, writeLook } from './look.ts';
import { type Dimension, dimensionsIn, isNarrowed, narrowed, otherReportsBy } from './narrowing.ts';

interface RowMenuProps {
  /** Name of the row or line. */
  readonly label: string;
  readonly dimensions: readonly Dimension[];
  readonly report: ReportDeclaration;
  readonly look: Look;
  /** Takes the conditions that were chosen. */
  readonly onNarrow: (change: Pick<Look, 'conditions' | 'match'>) => void;
  readonly place: () => MenuPlace;
  readonly onClose: () => void;
}

interface ReportRowMenuProps extends Omit<RowMenuProps, 'dimensions'> {
  readonly row: ReportRow;
}

/** The menu of a row of the list of a report. */
export const ReportRowMenu = ({ row, ...props }: ReportRowMenuProps) => (
  <RowMenu {...props} dimensions={dimensionsIn(props.report)(row)} />
);

/** What a row or line can be narrowed to: only its values, without them, and other reports about it. */
export function RowMenu({ label, place, onClose, ...given }: RowMenuProps) {
  return <MenuAt groups={useGroups(given)} label={label} onClose={onClose} place={place} />;
}

function useGroups(given: Omit<RowMenuProps, 'label' | 'place' | 'onClose'>): readonly MenuGroup[] {
  const { dimensions, report, look, onNarrow } = given;
  const words = useWords();
  const go = useGo();
  const { data: reports = [] } = useQuery(reportsQuery);
  const nameOf = useNames(dimensions);
  const { filter } = words.report;
  const groups = dimensions.map((dimension): MenuGroup => {
    const { subject, label, sides, values } = dimension;
    return {
      title: declaredText(words, { label }),
      items: values.flatMap(({ value, name }) =>
        sides
          .filter((side) => !isNarrowed(look, { subject, side, value }))
          .map((side) => ({
            id: `${subject}.${side}.${value}`,
            label: filter[side === 'is' ? 'only' : 'without'](name ?? nameOf(dimension, value)),
            icon: side === 'is' ? ('filter' as const) : ('minus' as const),
            onChoose: () => onNarrow(narrowed(look, { subject, side, value })),
          })),
      ),
    };
  });
  const [first] = dimensions;
  const others = first?.of === undefined ? [] : otherReportsBy(reports, first.subject, report);
  const open = ({ slug }: ReportDeclaration, { subject, values: [one] }: Dimension) =>
    go(`/reports/${slug}`, {
      search: writeLook({ ...carried(look), ...narrowed(look, { subject, side: 'is', value: one?.value ?? '' }) }),
    });
  const inOthers: MenuGroup = {
    title: filter.inOthers,
    items: others.map((each) => ({
      id: each.slug,
      label: declaredText(words, { label: each.title }),
      icon: 'reports' as const,
      onChoose: () => first && open(each, first),
    })),
  };
  return [...groups, inOthers].filter(({ items }) => items.length > 0);
}

/** Names of values: of records by their ids, of words as they are written. */
function useNames(dimensions: readonly Dimension[]): (dimension: Dimension, value: string) => string {
  const { status } = useWords();
  const unnamed = dimensions.find(({ of, values }) => of !== undefined && values.some(({ name }) => !name));
  const { data: names, isLoading } = useQuery(
    namesQuery(unnamed?.of ?? '', unnamed?.values.map(({ value }) => value) ?? []),
  );
  return ({ of }, value) =>
    of === undefined ? (status[value] ?? value) : (names?.get(value) ?? (isLoading ? '…' : value));
}
