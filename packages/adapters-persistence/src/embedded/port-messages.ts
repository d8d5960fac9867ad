/** Where the embedded database keeps its data: a folder, or memory, empty or filled from a dump. */
export type DataSource =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'memory'; readonly template?: Uint8Array };

/** Messages from the main thread to the worker. */
export type ToWorker =
  | { readonly type: 'open' | 'gone' | 'ask'; readonly id: number }
  | { readonly type: 'bytes'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: 'dump' | 'close' };

/** Messages from the worker to the main thread. */
export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'bytes'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: 'end'; readonly id: number }
  | { readonly type: 'taken'; readonly id: number }
  | { readonly type: 'dumped'; readonly bytes?: Uint8Array; readonly failure?: string }
  | { readonly type: 'dead'; readonly reason: string; readonly code: string | undefined };
