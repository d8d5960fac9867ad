/** What spans the contexts: search over records of several kinds, and counts of what wants attention. */
export { type AttentionCount, type AttentionName, attentionNames } from './attention.ts';
export type { AttentionCounter, AttentionRequest, OverviewPorts, RecordSearch, SearchRequest } from './ports.ts';
export { overviewPorts } from './ports.ts';
export {
  type CustomerHit,
  type ItemHit,
  type OrderHit,
  type ProductHit,
  type SearchKind,
  type SearchResult,
  searchKinds,
} from './search-hits.ts';
export { type AttentionLine, readAttention } from './use-cases/read-attention.ts';
export { type SearchInput, search } from './use-cases/search.ts';
