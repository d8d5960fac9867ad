import { LARGEST_ID } from '../../../kernel/identifier.ts';

/** The id of a record: a positive integer of at most 32 bits. */
export const recordId = { type: 'integer', minimum: 1, maximum: LARGEST_ID } as const;

/** Ids that filter a list; 0 is accepted and matches no record. */
export const recordIds = { type: 'array', items: { ...recordId, minimum: 0 }, maxItems: 1_000 } as const;
