import { useQueryClient } from '@tanstack/react-query';
import type { ReportRow } from '../data/answers.ts';
import { namesQuery } from '../data/names.ts';
import type { ColumnDeclaration, ListDeclaration } from '../data/reports.ts';
import { Button, IconButton, ToolButton } from '../kit/button.tsx';
import { Checkbox } from '../kit/field.tsx';
import { Popover } from '../kit/popover.tsx';
import { showToast } from '../kit/toast.tsx';
import { declaredText } from '../looks/figures.tsx';
import type { Looking } from '../looks/look-tools.tsx';
import { shownValue, valueAt } from '../looks/rows.ts';
import { useWords } from '../words/words.tsx';
import css from './reports.module.css';
import { asTabs, type ShownTable } from './shown-table.ts';

/** A column that can be shown or not. */
type Offered = Pick<ColumnDeclaration, 'name' | 'label' | 'path' | 'shown'>;

/** Columns in the order that was chosen, else those that are shown by themselves. */
export const shownColumns = <C extends Offered>(
  columns: readonly C[],
  chosen: readonly string[] | undefined,
): readonly C[] => {
  const found = chosen?.flatMap((name) => columns.find((each) => each.name === name) ?? []) ?? [];
  return found.length > 0 ? found : columns.filter(({ shown }) => shown);
};

interface ColumnsMenuProps {
  readonly columns: readonly Offered[];
  readonly looking: Looking;
  readonly shown: ShownTable;
  /** The values of before can be shown with those of the table. */
  readonly hasPrevious: boolean;
}

/** Which columns are shown, in which order; and the table as text. */
export function ColumnsMenu({ columns, looking: { look, span, set }, shown: table, hasPrevious }: ColumnsMenuProps) {
  const words = useWords();
  const shown = shownColumns(columns, look.cols);
  const names = shown.map(({ name }) => name);
  const rest = columns.filter(({ name }) => !names.includes(name));
  const show = (next: readonly string[]) => set({ cols: next.length > 0 ? next : undefined });
  const move = (name: string, by: number) => {
    const at = names.indexOf(name);
    const without = names.filter((each) => each !== name);
    show([...without.slice(0, at + by), name, ...without.slice(at + by)]);
  };
  return (
    <Popover
      label={words.reports.columns}
      trigger={(props) => (
        <ToolButton {...props} icon="columns">
          {words.reports.columns}
        </ToolButton>
      )}
    >
      {() => (
        <div className={css.columns}>
          {[...shown, ...rest].map((column, index) => (
            <div className={css.columnRow} key={column.name}>
              <Checkbox
                checked={index < shown.length}
                disabled={shown.length === 1 && index === 0}
                label={declaredText(words, column)}
                onChange={({ target }) =>
                  show(target.checked ? [...names, column.name] : names.filter((each) => each !== column.name))
                }
              />
              {index < shown.length && (
                <span className={css.moves}>
                  <IconButton
                    disabled={index === 0}
                    icon="up"
                    label={words.report.table.up}
                    onClick={() => move(column.name, -1)}
                  />
                  <IconButton
                    disabled={index === shown.length - 1}
                    icon="down"
                    label={words.report.table.down}
                    onClick={() => move(column.name, 1)}
                  />
                </span>
              )}
            </div>
          ))}
          {hasPrevious && span.before && (
            <div className={css.beside}>
              <Checkbox
                checked={look.showsPrevious}
                label={words.report.table.beside}
                onChange={({ target }) => set({ showsPrevious: target.checked })}
              />
            </div>
          )}
          <div className={css.columnActions}>
            <Button disabled={look.cols === undefined} kind="quiet" onClick={() => set({ cols: undefined })}>
              {words.action.reset}
            </Button>
            <Button
              icon="copy"
              kind="quiet"
              onClick={() => {
                void navigator.clipboard?.writeText(asTabs(table));
                showToast({ id: 'copied', text: words.state.copied });
              }}
            >
              {words.report.table.copy}
            </Button>
          </div>
        </div>
      )}
    </Popover>
  );
}

/** The shown columns and rows as plain texts. */
export function useShownTable({ columns }: ListDeclaration, { look }: Looking, rows: readonly ReportRow[]): ShownTable {
  const words = useWords();
  const queries = useQueryClient();
  return {
    columns: shownColumns(columns, look.cols).map((column) => ({
      label: declaredText(words, column),
      text: (row) => {
        const values = [shownValue(row, column), ...column.more.map((path) => valueAt(row, path))].flatMap((value) =>
          [value ?? []].flat().map(String),
        );
        if (column.names === null) return values.filter(Boolean).join(column.more.length > 0 ? ' ' : ', ');
        const names = queries.getQueryData<ReadonlyMap<string, string>>(namesQuery(column.names, values).queryKey);
        return values.map((id) => names?.get(id) ?? id).join(', ');
      },
    })),
    rows,
  };
}
