/** What the tests look at inside the core, behind its two doors. */
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/identity/access-token.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/identity/administrators.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/identity/password.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/identity/rest/presenters.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/identity/rest/shapes.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/identity/role.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/identity/user.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/inventory/attributes.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/inventory/category.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/inventory/cost.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/inventory/rest/presenters.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/inventory/rest/shapes.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/inventory/stock-account.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/inventory/stock-book.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/kernel/actor.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/kernel/change.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/kernel/decimal.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/kernel/errors.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/kernel/events.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/kernel/use-case.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/rest/conditional.ts';
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/core/src/rest/match.ts';
