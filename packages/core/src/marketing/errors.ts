import { DomainError, type FieldProblem } from '../kernel/errors.ts';

/** The form of the suggestions is not valid; the message names the first faulty member. */
export const suggestionsInvalid = (message: string, fields: readonly FieldProblem[] = []): DomainError =>
  new DomainError('invalid', 'suggestions_invalid', `The suggestions are not valid: ${message}.`, { fields });

/** The suggestions exceed the limit of bytes. */
export const suggestionsTooLarge = (limit: number): DomainError =>
  new DomainError('too-large', 'suggestions_too_large', `The suggestions have more than ${limit} bytes.`);

/** The source of the suggestions cannot be read now; the reason is for the log. */
export const suggestionsUnavailable = (reason: string, cause?: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'suggestions_unavailable',
    'The source of the suggestions cannot be read.',
    {},
    new Error(reason, { cause }),
  );

/** The form of the knowledge base is not valid; the message names the first faulty member. */
export const knowledgeBaseInvalid = (message: string, fields: readonly FieldProblem[] = []): DomainError =>
  new DomainError('invalid', 'knowledge_base_invalid', `The knowledge base is not valid: ${message}.`, { fields });

/** The knowledge base exceeds the limit of bytes. */
export const knowledgeBaseTooLarge = (limit: number): DomainError =>
  new DomainError('too-large', 'knowledge_base_too_large', `The knowledge base has more than ${limit} bytes.`);

/** The source of the knowledge base cannot be read now; the reason is for the log. */
export const knowledgeBaseUnavailable = (reason: string, cause?: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'knowledge_base_unavailable',
    'The source of the knowledge base cannot be read.',
    {},
    new Error(reason, { cause }),
  );
