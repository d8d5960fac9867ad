import type { RunContext } from '../../kernel/use-case.ts';
import { useCase } from '../../kernel/use-case.ts';
import {
  type DocumentKind,
  type DocumentState,
  isCopyUsed,
  loadDocument,
  refreshDocument,
  refreshDocumentWhenDue,
} from '../../outbound/index.ts';
import { knowledgeDocument, suggestionCatalogue } from '../documents/kinds.ts';
import type { KnowledgePost } from '../documents/knowledge.ts';
import type { MarketingPorts } from '../ports.ts';

/** Lists the articles of the knowledge base, of one category or all; none without a knowledge base. */
export const listArticles = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: MarketingPorts) =>
    async (_, { category = '' }: { readonly category?: string }): Promise<readonly KnowledgePost[]> => {
      const posts = (await loadDocument(knowledgeDocument, ports)) ?? [];
      const wanted = category.trim().toLowerCase();
      return wanted === '' ? posts : posts.filter(({ categories }) => categories.includes(wanted));
    },
);

/** A document of the operator, for administrators. */
export interface DocumentReport {
  /** The configured source; null without one. */
  readonly source: string | null;
  /** Whether the last good copy counts for the configured source. */
  readonly isUsed: boolean;
  /** Entries of the copy, by member, if it counts. */
  readonly entries: Readonly<Record<string, number>>;
  readonly state: DocumentState;
}

async function reportOn<R, V>(
  kind: DocumentKind<MarketingPorts, R, V>,
  ports: MarketingPorts,
  entriesOf: (view: V) => DocumentReport['entries'],
): Promise<DocumentReport> {
  const { source, copies } = kind.at(ports);
  const state = await copies.read();
  const view = await loadDocument(kind, ports);
  const entries = view === undefined ? {} : entriesOf(view);
  return { source: source.address, isUsed: isCopyUsed(kind, ports, state), entries, state };
}

/** Reports source, state and size of the suggestions. */
export const showSuggestions = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: MarketingPorts) =>
    (_, __: object): Promise<DocumentReport> =>
      reportOn(suggestionCatalogue, ports, ({ payments, shipping, bundles }) => ({
        payments: payments.length,
        shipping: shipping.length,
        bundles: bundles.length,
      })),
);

/** Reports source, state and size of the knowledge base. */
export const showArticles = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: MarketingPorts) =>
    (_, __: object): Promise<DocumentReport> =>
      reportOn(knowledgeDocument, ports, ({ length }) => ({ posts: length })),
);

const reading = { access: 'manage_store', effect: 'write', transaction: 'own', repeats: 'none' } as const;

/** Reads the source of the suggestions now; a document that cannot be used leaves the last good copy. */
export const refreshSuggestions = useCase(
  { ...reading, audit: 'suggestions.refresh' },
  (ports: MarketingPorts) =>
    (_, __: object, context: RunContext): Promise<DocumentState> =>
      refreshDocument(suggestionCatalogue, ports, { ...context, id: 'suggestions' }),
);

/** Reads the source of the knowledge base now; a document that cannot be used leaves the last good copy. */
export const refreshArticles = useCase(
  { ...reading, audit: 'knowledge_base.refresh' },
  (ports: MarketingPorts) =>
    (_, __: object, context: RunContext): Promise<DocumentState> =>
      refreshDocument(knowledgeDocument, ports, { ...context, id: 'knowledge_base' }),
);

/** Reads the suggestions if the last success is a day old, the last failure an hour, or the copy does not count. */
export const refreshSuggestionsWhenDue = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own' },
  (ports: MarketingPorts) =>
    (_, __: object, { inUnit }): Promise<DocumentState | undefined> =>
      refreshDocumentWhenDue(suggestionCatalogue, ports, inUnit),
);

/** Reads the knowledge base if the last success is three days old, the last failure an hour, or the copy does not count. */
export const refreshArticlesWhenDue = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own' },
  (ports: MarketingPorts) =>
    (_, __: object, { inUnit }): Promise<DocumentState | undefined> =>
      refreshDocumentWhenDue(knowledgeDocument, ports, inUnit),
);
