/** The default moment of everything in the tests. */
export const NOON = new Date('2026-11-20T12:00:00.000Z');
