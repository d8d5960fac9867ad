/** Building blocks shared by the contexts and their adapters: texts, tables, pacing, rate limits. */

export { canonical } from './change.ts';
export { type StageGates, settleAll } from './concurrency/pipeline.ts';
export {
  atOnce,
  type PausingWork,
  UNITS_PER_TURN,
  unpaced,
  WorkPacer,
  type YieldTurn,
} from './concurrency/work-pacer.ts';
export { escapeHtml } from './formats/markup.ts';
export { idempotencyInProgress } from './idempotency.ts';
export { LARGEST_ID } from './identifier.ts';
export { networkOf } from './limits/network.ts';
export {
  type RateLimitChanges,
  type RateLimitName,
  type RateLimits,
  rateLimitNames,
  rateLimitsOf,
} from './limits/rate-limits.ts';
export type { RequestRateLimits } from './limits/request-limits.ts';
export { camel, snake } from './names.ts';
export { isObject, memberOf } from './reading/storable.ts';
export type { SiteFacts } from './site-facts.ts';
export { type Delimiter, delimiterOf, LARGEST_ROW, type TableStyle, type Tables } from './tables.ts';
export { codeKey, fold, isStorableText, nameKey } from './text.ts';
export { createZone } from './zone.ts';
