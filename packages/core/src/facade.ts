import type { Actor } from './kernel/actor.ts';
import type { UseCase } from './kernel/use-case.ts';

/** A use case as a method; `never` for any other value. */
type UseCaseMethod<U> =
  U extends UseCase<infer _Needs, infer I, infer O> ? (actor: Actor, input: I) => Promise<O> : never;
/** The use cases among the exports of one context as methods. */
export type ContextFacade<C> = {
  readonly [K in keyof C as [UseCaseMethod<C[K]>] extends [never] ? never : K]: UseCaseMethod<C[K]>;
};
/** Every context with its use cases as methods: `core.inventory.recordOperation(actor, input)`. */
export type Facade<Contexts> = { readonly [K in keyof Contexts]: ContextFacade<Contexts[K]> };

/** A use case of unknown ports and input. */
export type AnyUseCase = UseCase<never, never, unknown>;

/** Whether an export of a context is a use case. */
export const isUseCase = (value: unknown): value is AnyUseCase =>
  typeof value === 'object' && value !== null && 'make' in value && 'access' in value;

/** Turns the use cases among the exports of every context into methods that call `run`. */
export function facade<Contexts extends Readonly<Record<string, object>>>(
  run: (useCase: AnyUseCase, actor: Actor, input: never) => Promise<unknown>,
  contexts: Contexts,
): Facade<Contexts> {
  const methodsOf = (context: object) =>
    Object.entries(context).flatMap(([name, value]) =>
      isUseCase(value) ? [[name, (actor: Actor, input: never) => run(value, actor, input)] as const] : [],
    );
  return Object.fromEntries(
    Object.entries(contexts).map(([name, context]) => [name, Object.fromEntries(methodsOf(context))]),
  ) as Facade<Contexts>;
}
