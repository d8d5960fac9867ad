import { queryOptions } from '@tanstack/react-query';
import type { Unit } from '../words/intl.ts';
import { sendJson } from './send.ts';

/** A number of a report. */
export interface MeasureDeclaration {
  readonly name: string;
  readonly label: string;
  readonly unit: Unit;
  readonly better: 'up' | 'down' | null;
  readonly adds_up: boolean;
  /** Not in intervals. */
  readonly totals_only: boolean;
  readonly meaning: string;
}

/** What a cell leads to: a kind of record, and the paths of its id and of the id of its parent. */
export interface ColumnLink {
  readonly to: string;
  readonly id: string;
  readonly parent: string | null;
}

/** A column of a list. */
export interface ColumnDeclaration {
  readonly name: string;
  readonly label: string;
  readonly unit: Unit;
  /** Where the value is in a row: `extended_info.name`. */
  readonly path: string;
  /** Where a flag is in a row; where it is false, there is no value. */
  readonly given: string | null;
  /** Paths of further parts of the same text. */
  readonly more: readonly string[];
  /** The values are ids of these, whose names are asked for. */
  readonly names: string | null;
  readonly sort: string | null;
  readonly shown: boolean;
  readonly meaning: string;
  /** Rows stand under those of the records above theirs: what records, and the path of the id of a row. */
  readonly tree: { readonly of: string; readonly id: string } | null;
  readonly link: ColumnLink | null;
}

/** One subject that a report can be filtered by, with the parameters of its two sides. */
export interface FilterDeclaration {
  readonly subject: string;
  readonly label: string;
  readonly takes: 'ids' | 'word' | 'words' | 'text' | 'texts' | 'pairs' | 'range';
  readonly of?: string;
  readonly is?: string;
  readonly not?: string;
  readonly from?: string;
  readonly to?: string;
  readonly unit?: Unit;
  readonly by?: string;
  readonly words?: readonly string[];
  /** `commas`: one text with commas between the values, not an array. */
  readonly sent?: 'commas';
  readonly on: readonly ('stats' | 'list')[];
}

export interface SegmentDeclaration {
  readonly name: string;
  readonly label: string;
  readonly needs: string | null;
  /** One value of one of these parameters is needed. */
  readonly needs_one_of: readonly string[];
}

export interface StatsDeclaration {
  readonly path: string;
  readonly lead: string;
  /** Measures of the strip, the first of them is the lead. */
  readonly strip: readonly string[];
  readonly dated: boolean;
  readonly date_basis: 'counted' | 'created' | 'downloaded' | null;
  readonly date_type: boolean;
  readonly intervals: boolean;
  readonly measures: readonly MeasureDeclaration[];
  readonly segments: readonly SegmentDeclaration[];
  readonly sorts: readonly string[];
}

export interface ListDeclaration {
  readonly path: string;
  readonly key: readonly string[];
  readonly sort: string;
  readonly dated: boolean;
  /** Parameters with which every column is in the answer. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly columns: readonly ColumnDeclaration[];
  readonly sorts: readonly string[];
  /** Report whose totals stand at the foot. */
  readonly totals: string | null;
}

/** A report as the server declares it: everything that the report screen shows follows from this. */
export interface ReportDeclaration {
  readonly slug: string;
  readonly title: string;
  readonly question: string;
  readonly access: string;
  readonly export: string | null;
  readonly stats: StatsDeclaration | null;
  readonly list: ListDeclaration | null;
  readonly filters: readonly FilterDeclaration[];
  readonly match: { readonly stats: boolean; readonly list: boolean };
}

/** The declared reports; they change with the server only. */
export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: async ({ signal }) =>
    (await sendJson<{ readonly reports: readonly ReportDeclaration[] }>('/reports', { signal })).reports,
  staleTime: Number.POSITIVE_INFINITY,
});
