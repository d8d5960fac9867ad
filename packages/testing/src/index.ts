/** Contracts of the ports of Backroom, as vitest suites for programs that replace an adapter. */
export {};
