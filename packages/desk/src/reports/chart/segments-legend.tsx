import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type MeasureDeclaration, type ReportDeclaration, reportsQuery } from '../../data/reports.ts';
import type { MenuPlace } from '../../kit/menu.tsx';
import type { Looking } from '../../looks/look-tools.tsx';
import { type Dimension, dimensionOfSegment, otherReportsBy } from '../../looks/narrowing.ts';
import { RowMenu } from '../../looks/row-menu.tsx';
import { useFormats } from '../../words/words.tsx';
import { RowMenuButton } from '../row-menus.tsx';
import { type Part, REST } from '../segments.ts';
import { Legend } from './legend.tsx';
import type { Hidden } from './shown-lines.ts';

interface SegmentsLegendProps {
  readonly report: ReportDeclaration;
  readonly looking: Looking;
  readonly measure: MeasureDeclaration;
  readonly parts: readonly Part[];
  readonly hidden: Hidden;
  readonly onHide: (hidden: Hidden) => void;
}

/** Segments with their totals, and a menu for each. */
export function SegmentsLegend({ report, looking, measure, parts, hidden, onHide }: SegmentsLegendProps) {
  const formats = useFormats();
  const { data: reports = [] } = useQuery(reportsQuery);
  const [opened, setOpened] = useState<{
    readonly dimension: Dimension;
    readonly name: string;
    readonly place: () => MenuPlace;
  }>();
  const { look, set } = looking;
  const dimensionOf = ({ id, name }: Part): Dimension | undefined => {
    const dimension = id === REST ? undefined : dimensionOfSegment(report, reports, { cut: look.cut ?? '', id, name });
    const isUseful =
      dimension && (dimension.sides.length > 0 || otherReportsBy(reports, dimension.subject, report).length > 0);
    return isUseful ? dimension : undefined;
  };
  return (
    <>
      <Legend
        hidden={hidden}
        kind="segments"
        lines={parts.map((part) => {
          const dimension = dimensionOf(part);
          return {
            id: part.id,
            name: part.name,
            tone: part.line.tone,
            total: formats.number(part.total, measure.unit),
            menu: dimension && (
              <RowMenuButton name={part.name} onOpen={(place) => setOpened({ dimension, name: part.name, place })} />
            ),
          };
        })}
        onHide={onHide}
      />
      {opened && (
        <RowMenu
          dimensions={[opened.dimension]}
          label={opened.name}
          look={look}
          onClose={() => setOpened(undefined)}
          onNarrow={set}
          place={opened.place}
          report={report}
        />
      )}
    </>
  );
}
