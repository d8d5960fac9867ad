import { columnOf, listAt, type PrintedReport, type PublishedRow, valueAt } from './column.ts';

/** The numbers of the front page as a table: each is of a kind of its own. */
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

/** Who and what did best as one table; the number is that of orders or of items sold, as the list says. */
export const printedBoards: PrintedReport = {
  columns: [
    columnOf('text')('Leaderboard', 'leaderboard'),
    columnOf('text')('Name', 'name'),
    columnOf('count')('Number', 'number'),
    columnOf('amount')('Amount', 'amount'),
  ],
};

/** The rows of published leaderboards, one below the other. */
export const rowsOfBoards = (boards: readonly PublishedRow[]): readonly PublishedRow[] =>
  boards.flatMap((board) =>
    listAt(board, 'rows').map((cells) => {
      const [name, number, amount] = ['0.value', '1.value', '2.value'].map((path) =>
        valueAt(cells as PublishedRow, path),
      );
      return { leaderboard: board.label, name, number, amount };
    }),
  );
