/** What the tests use of the persistence adapter beyond what it offers to programs. */
// @ts-expect-error -- the compiler fears for the emitted files (TS2878), and the tests emit none
export * from '../../packages/adapters-persistence/src/testing.ts';
