import { type ReactNode, useState } from 'react';
import type { ReportRow } from '../data/answers.ts';
import type { ReportDeclaration } from '../data/reports.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { type MenuPlace, under } from '../kit/menu.tsx';
import { useNarrow } from '../kit/narrow.ts';
import type { Column } from '../kit/table/table.tsx';
import type { Looking } from '../looks/look-tools.tsx';
import { dimensionsIn } from '../looks/narrowing.ts';
import { ReportRowMenu } from '../looks/row-menu.tsx';
import { useWords } from '../words/words.tsx';
import css from './reports.module.css';

interface RowMenuButtonProps {
  /** Name of the row or line. */
  readonly name: string;
  readonly onOpen: (place: () => MenuPlace) => void;
}

/** The button of a row or line that opens its menu; it shows under the pointer, and where there is none. */
export const RowMenuButton = ({ name, onOpen }: RowMenuButtonProps) => (
  <IconButton
    aria-haspopup="menu"
    className={css.rowMenu ?? ''}
    icon="more"
    label={useWords().reports.chart.actions(name)}
    onClick={({ currentTarget }) => onOpen(() => under(currentTarget))}
  />
);

/** A row whose menu is open. */
export interface OpenedRow {
  readonly row: ReportRow;
  readonly place: () => MenuPlace;
  readonly onClose: () => void;
}

interface RowMenusOptions {
  readonly columns: readonly Column<ReportRow>[];
  readonly nameOf: (row: ReportRow) => string;
  readonly hasMenu: (row: ReportRow) => boolean;
  readonly menuOf: (opened: OpenedRow) => ReactNode;
}

interface RowMenus {
  readonly columns: readonly Column<ReportRow>[];
  /** The menu that is open. */
  readonly menu: ReactNode;
}

/** Menus of rows: their buttons stand beside the first cell, on a phone among what a row unfolds to. */
export function useRowMenus({ columns, nameOf, hasMenu, menuOf }: RowMenusOptions): RowMenus {
  const { table } = useWords().report;
  const isNarrow = useNarrow();
  const [opened, setOpened] = useState<Omit<OpenedRow, 'onClose'>>();
  const [first, ...others] = columns;
  const withButton: Column<ReportRow> | undefined = first && {
    ...first,
    cell: (row) => (
      <>
        {first.cell(row)}
        {hasMenu(row) && <RowMenuButton name={nameOf(row)} onOpen={(place) => setOpened({ row, place })} />}
      </>
    ),
  };
  const inFold: Column<ReportRow> = {
    name: 'menu',
    label: '',
    cell: (row) =>
      hasMenu(row) && (
        <Button
          aria-haspopup="menu"
          onClick={({ currentTarget }) => setOpened({ row, place: () => under(currentTarget) })}
        >
          {table.actions}
        </Button>
      ),
  };
  return {
    columns: isNarrow ? [...columns, inFold] : withButton ? [withButton, ...others] : columns,
    menu: opened && menuOf({ ...opened, onClose: () => setOpened(undefined) }),
  };
}

/** Menus that narrow a report to the values of a row, or leave them out. */
export function useNarrowingMenus(
  report: ReportDeclaration,
  { look, set }: Looking,
  given: Pick<RowMenusOptions, 'columns' | 'nameOf'>,
): RowMenus {
  const dimensionsOf = dimensionsIn(report);
  return useRowMenus({
    ...given,
    hasMenu: (row) => dimensionsOf(row).length > 0,
    menuOf: (opened) => (
      <ReportRowMenu {...opened} label={given.nameOf(opened.row)} look={look} onNarrow={set} report={report} />
    ),
  });
}
