/** The first door of the core: the application, its contexts, and the words they share. */
export { contexts } from './contexts.ts';
export { type Core, createCore, type Ports, type SuppliedPorts } from './core.ts';
export { type AnyUseCase, isUseCase } from './facade.ts';
export * from './identity/index.ts';
export * from './inventory/index.ts';
export { type Actor, nobody, type Once, type Origin, trusted } from './kernel/actor.ts';
export type { Capability, MemberAccess, Role } from './kernel/capability.ts';
export { capabilitiesOf } from './kernel/capability.ts';
export { canonical } from './kernel/change.ts';
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
} from './kernel/errors.ts';
export type { DomainEvent, Events, Listener } from './kernel/events.ts';
export { idempotencyInProgress } from './kernel/once.ts';
export { offsetOf, type Page, type PageRequest, type SortKey } from './kernel/page.ts';
export type {
  Claim,
  Clock,
  IdempotencyStore,
  Ids,
  KeptAnswer,
  KernelPorts,
  Log,
  RandomSource,
  UnitOfWork,
} from './kernel/ports.ts';
export { type CoreSettings, defaultSettings } from './kernel/settings.ts';
export { fold, nameKey } from './kernel/text.ts';
export type { Access, UseCase } from './kernel/use-case.ts';
export * from './site/index.ts';
