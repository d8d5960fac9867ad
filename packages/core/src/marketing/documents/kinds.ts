import type { DomainError } from '../../kernel/errors.ts';
import { type DocumentForm, type DocumentKind, type DocumentRules, readJson, refusalOf } from '../../outbound/index.ts';
import {
  knowledgeBaseInvalid,
  knowledgeBaseTooLarge,
  knowledgeBaseUnavailable,
  suggestionsInvalid,
  suggestionsTooLarge,
  suggestionsUnavailable,
} from '../errors.ts';
import type { MarketingPorts } from '../ports.ts';
import type { VisibilityRule } from '../rules/rule.ts';
import { warningsIn } from '../rules/rule-facts.ts';
import { type KnowledgePost, knowledgeFormat } from './knowledge.ts';
import { type Suggestions, suggestionsFormat } from './suggestions.ts';

const DAY_MS = 24 * 3_600_000;
/** Maximum bytes of each document. */
const DOCUMENT_BYTES = 1_048_576;

/** Rules of the source of the suggestions. */
export const suggestionRules: DocumentRules = {
  name: 'suggestions',
  maxBytes: DOCUMENT_BYTES,
  unavailable: suggestionsUnavailable,
  tooLarge: suggestionsTooLarge,
};

/** Rules of the source of the knowledge base. */
export const knowledgeRules: DocumentRules = {
  name: 'knowledge base',
  maxBytes: DOCUMENT_BYTES,
  unavailable: knowledgeBaseUnavailable,
  tooLarge: knowledgeBaseTooLarge,
};

const suggestionsForm: DocumentForm = {
  root: 'suggestions',
  schema: suggestionsFormat,
  refuse: suggestionsInvalid,
};
const knowledgeForm: DocumentForm = { root: 'posts', schema: knowledgeFormat, refuse: knowledgeBaseInvalid };

/**
 * Reads the text of a document of suggestions.
 * @throws DomainError `suggestions_invalid` that names the first faulty member
 */
export function readSuggestions(text: string): Suggestions {
  const { value } = readJson<Suggestions>(text, suggestionsForm);
  const twice = [
    ['payments', repeated(value.payments.map(({ id }) => id))],
    ['shipping', repeated(value.shipping.map(({ slug }) => slug))],
    ['bundles', repeated(value.bundles.map(({ key }) => key))],
  ].find(([, name]) => name !== undefined);
  if (twice) throw invalid(`suggestions[${twice[0]}] has ${twice[1]} twice`);
  return value;
}

const repeated = (names: readonly string[]): string | undefined =>
  names.find((name, index) => names.indexOf(name) !== index);
const invalid = (message: string): DomainError => refusalOf(suggestionsForm, message);

/** All rules of a document of suggestions. */
export const rulesIn = ({ payments, shipping, bundles }: Suggestions): readonly VisibilityRule[] =>
  [...payments, ...shipping, ...bundles.flatMap(({ plugins }) => plugins)].map(({ isVisible }) => isVisible);

/** What hides suggestions although their form is good. */
export const suggestionWarnings = (suggestions: Suggestions): readonly string[] => warningsIn(rulesIn(suggestions));

/** The suggestions of the operator. */
export const suggestionCatalogue: DocumentKind<MarketingPorts, Suggestions> = {
  rules: suggestionRules,
  maxAge: DAY_MS,
  at: ({ suggestionCatalog, suggestionStore }) => ({ source: suggestionCatalog, copies: suggestionStore }),
  read: readSuggestions,
  view: (suggestions) => suggestions,
  accept({ log }, suggestions) {
    const warnings = suggestionWarnings(suggestions);
    if (warnings.length > 0) log.warn('suggestions have rules that hide entries', { warnings: warnings.slice(0, 20) });
    return {};
  },
};

/**
 * Reads the text of a knowledge base.
 * @throws DomainError `knowledge_base_invalid` that names the first faulty member
 */
export const readArticles = (text: string): readonly KnowledgePost[] =>
  readJson<readonly KnowledgePost[]>(text, knowledgeForm).value;

/** The knowledge base of the operator; kept for three days. */
export const knowledgeDocument: DocumentKind<MarketingPorts, readonly KnowledgePost[]> = {
  rules: knowledgeRules,
  maxAge: 3 * DAY_MS,
  at: ({ knowledgeBase, knowledgeStore }) => ({ source: knowledgeBase, copies: knowledgeStore }),
  read: readArticles,
  view: (posts) => posts,
};
