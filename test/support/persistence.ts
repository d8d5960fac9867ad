/** What the tests use of the persistence adapter beyond what it offers to programs. */
export * from '../../packages/adapters-persistence/src/testing.ts';
