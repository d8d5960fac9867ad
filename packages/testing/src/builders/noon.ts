/** The moment at which everything in the tests was made, unless they say otherwise. */
export const NOON = new Date('2026-11-20T12:00:00.000Z');
