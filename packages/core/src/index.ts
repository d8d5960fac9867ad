/** The main entry point of the core: the application, use cases, and the types shared by every context. */

export { contexts, nameOf } from './contexts.ts';
export { type Core, createCore } from './core.ts';
export { eventDeclarations } from './event-declarations.ts';
export { type AnyUseCase, isUseCase } from './facade.ts';
export {
  type Actor,
  anonymous,
  type Credential,
  type IdempotencyKey,
  type Origin,
  type PageSession,
  type PreSession,
  trusted,
} from './kernel/actor.ts';
export type { Capability, MemberAccess, Role, ShopCapability, ShopRole } from './kernel/capability.ts';
export { allCapabilities, capabilitiesOf, shopCapabilities } from './kernel/capability.ts';
export {
  busy,
  DomainError,
  type ErrorDetails,
  type ErrorKind,
  type FieldProblem,
  invalidField,
  isRoutine,
} from './kernel/errors.ts';
export type { DomainEvent, EventName, EventOf, Events, EventTypes, Listener } from './kernel/events/events.ts';
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
} from './kernel/numbers/decimal.ts';
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
export type { Progress, ProgressListener } from './kernel/progress.ts';
export { type CoreSettings, defaultSettings } from './kernel/settings.ts';
export { type Access, type RunContext, type UseCase, type UseCaseDeclaration, useCase } from './kernel/use-case.ts';
export { type Ports, portNames, type StorePorts, type SuppliedPorts, storeNames } from './ports.ts';
