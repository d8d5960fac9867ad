import { sendJson } from './send.ts';

/** Records that begin with the words of a search; a kind that may not be read is absent. */
export interface Found {
  readonly orders?: readonly {
    readonly id: number;
    readonly number: string | null;
    readonly name: string;
    readonly status: string;
  }[];
  readonly customers?: readonly { readonly id: number; readonly name: string; readonly email: string | null }[];
  readonly products?: readonly {
    readonly id: number;
    /** Of a variation. */
    readonly product_id: number | null;
    readonly name: string;
    readonly sku: string | null;
  }[];
  readonly items?: readonly { readonly id: number; readonly sku: string; readonly name: string }[];
}

export const findRecords = (words: string, signal?: AbortSignal): Promise<Found> =>
  sendJson(`/search?${new URLSearchParams({ q: words })}`, signal && { signal });

/** What waits for a person, with its count. */
export interface AttentionLine {
  readonly name: string;
  readonly count: number;
  /** The count is at least this. */
  readonly is_capped: boolean;
  readonly since: string | null;
}

export const attentionLines = async (signal: AbortSignal): Promise<readonly AttentionLine[]> =>
  (await sendJson<{ readonly lines: readonly AttentionLine[] }>('/attention', { signal })).lines;
