import { columnOf, listAt, type PrintedReport, type PublishedRow, valueAt } from './column.ts';

/** Performance indicators as a table; each row has its own kind of number. */
export const printedIndicators: PrintedReport = {
  columns: [
    columnOf('text')('Indicator', 'label'),
    columnOf('text')('Name', 'stat'),
    {
      header: 'Value',
      kind: ({ format }) => (format === 'currency' ? 'amount' : 'count'),
      read: ({ value }) => (typeof value === 'number' ? value : null),
    },
  ],
};

/** Leaderboards as one table; the number counts orders or items sold, depending on the leaderboard. */
export const printedBoards: PrintedReport = {
  columns: [
    columnOf('text')('Leaderboard', 'leaderboard'),
    columnOf('text')('Name', 'name'),
    columnOf('count')('Number', 'number'),
    columnOf('amount')('Amount', 'amount'),
  ],
};

/** Rows of all published leaderboards, concatenated. */
export const rowsOfBoards = (boards: readonly PublishedRow[]): readonly PublishedRow[] =>
  boards.flatMap((board) =>
    listAt(board, 'rows').map((cells) => {
      const [name, number, amount] = ['0.value', '1.value', '2.value'].map((path) =>
        valueAt(cells as PublishedRow, path),
      );
      return { leaderboard: board.label, name, number, amount };
    }),
  );
