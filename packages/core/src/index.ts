/** The main entry point of the core: the application, its contexts, and the types they share. */

export * from './analytics/index.ts';
export * from './audit/index.ts';
export * from './back-office/index.ts';
export * from './catalog/index.ts';
export * from './commerce/index.ts';
export { contexts, nameOf } from './contexts.ts';
export { type Core, createCore } from './core.ts';
export { type AnyUseCase, isUseCase } from './facade.ts';
export * from './files/index.ts';
export * from './identity/index.ts';
export * from './interchange/index.ts';
export * from './inventory/index.ts';
export * from './jobs/index.ts';
export { type Actor, anonymous, type Credential, type IdempotencyKey, type Origin, trusted } from './kernel/actor.ts';
export type { Capability, MemberAccess, Role, ShopCapability, ShopRole } from './kernel/capability.ts';
export { allCapabilities, capabilitiesOf, shopCapabilities } from './kernel/capability.ts';
export { canonical } from './kernel/change.ts';
export type { StageGates } from './kernel/concurrency/pipeline.ts';
export {
  atOnce,
  type PausingWork,
  UNITS_PER_TURN,
  unpaced,
  WorkPacer,
  type YieldTurn,
} from './kernel/concurrency/work-pacer.ts';
export {
  fromNumeric,
  type Money,
  moneyToJson,
  type Quantity,
  quantityOf,
  quantityToJson,
  readDecimal,
  toNumeric,
  UNIT,
} from './kernel/decimal.ts';
export {
  busy,
  DomainError,
  type ErrorDetails,
  type ErrorKind,
  type FieldProblem,
  invalidField,
  isRoutine,
} from './kernel/errors.ts';
export type { DomainEvent, Events, Listener } from './kernel/events.ts';
export { escapeHtml } from './kernel/formats/markup.ts';
export { idempotencyInProgress } from './kernel/idempotency.ts';
export { LARGEST_ID } from './kernel/identifier.ts';
export { networkOf } from './kernel/limits/network.ts';
export {
  type RateLimitChanges,
  type RateLimitName,
  type RateLimits,
  rateLimitNames,
  rateLimitsOf,
} from './kernel/limits/rate-limits.ts';
export type { RequestRateLimits } from './kernel/limits/request-limits.ts';
export { offsetOf, type Page, type PageRequest, type SortKey } from './kernel/page.ts';
export type {
  Allowance,
  Claim,
  Clock,
  IdempotencyRecord,
  IdempotencyStore,
  Ids,
  KernelPorts,
  Log,
  RandomSource,
  RateLimit,
  RateLimiter,
  UnitOfWork,
} from './kernel/ports.ts';
export type { Progress } from './kernel/progress.ts';
export { type CoreSettings, defaultSettings } from './kernel/settings.ts';
export type { SiteFacts } from './kernel/site-facts.ts';
export { type Delimiter, delimiterOf, LARGEST_ROW, type TableStyle, type Tables } from './kernel/tables.ts';
export { codeKey, fold, isStorableText, nameKey } from './kernel/text.ts';
export { type Access, type RunContext, type UseCase, type UseCaseDeclaration, useCase } from './kernel/use-case.ts';
export * from './mail/index.ts';
export * from './notifications/index.ts';
export * from './onboarding/index.ts';
export * from './orders/index.ts';
export type { Ports, SuppliedPorts } from './ports.ts';
export * from './sample/index.ts';
export * from './settings/index.ts';
export * from './site/index.ts';
