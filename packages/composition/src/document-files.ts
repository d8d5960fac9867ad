import { FileDocumentSource } from '@backroom/adapters-node';
import { DomainError } from '@backroom/core';
import {
  knowledgeRules,
  readArticles,
  readSuggestions,
  suggestionRules,
  suggestionWarnings,
} from '@backroom/core/marketing';
import type { DocumentRules } from '@backroom/core/outbound';

/** A valid document. */
export interface DocumentCheck {
  /** Entries by member. */
  readonly entries: Readonly<Record<string, number>>;
  /** What hides entries although their form is good. */
  readonly warnings: readonly string[];
}

/**
 * Counts the entries of a valid file, and names the rules that hide entries.
 * @throws DomainError `suggestions_invalid`, `suggestions_too_large`, `suggestions_unavailable`
 */
export async function checkSuggestionsFile(path: string): Promise<DocumentCheck> {
  const suggestions = readSuggestions(await textOf(path, suggestionRules));
  const { payments, shipping, bundles } = suggestions;
  const entries = { payments: payments.length, shipping: shipping.length, bundles: bundles.length };
  return { entries, warnings: suggestionWarnings(suggestions) };
}

/**
 * Counts the posts of a valid file.
 * @throws DomainError `knowledge_base_invalid`, `knowledge_base_too_large`, `knowledge_base_unavailable`
 */
export async function checkArticlesFile(path: string): Promise<DocumentCheck> {
  const { length } = readArticles(await textOf(path, knowledgeRules));
  return { entries: { posts: length }, warnings: [] };
}

async function textOf(path: string, rules: DocumentRules): Promise<string> {
  try {
    const fetched = await new FileDocumentSource(path, rules).fetch(null);
    return fetched.kind === 'changed' ? fetched.text : '';
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'unavailable') throw error;
    throw new DomainError(error.kind, error.code, `${path} cannot be read.`, {}, error);
  }
}
