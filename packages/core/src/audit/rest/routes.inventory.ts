import { type TableColumn, tableParams } from '../../interface/inventory/table-answer.ts';
import { type Route, route, section } from '../../interface/route.ts';
import { choice, dateTime, idOrStart, listOf, paging, text } from '../../interface/schema.ts';
import type { Page } from '../../kernel/page.ts';
import { auditOutcomes } from '../entry.ts';
import { type AuditEntry, exportAuditEntries, listAuditEntries, listAuditFilterWords } from '../index.ts';
import { auditColumns } from './entry-table.ts';
import { presentAuditEntry } from './presenters.ts';
import { auditEntryShape, auditFilterWordsShape } from './shapes.ts';

/** Filters of audit records. */
const filters = {
  action: text({
    maxLength: 64,
    pattern: '^[a-z_]+(\\.[a-z_]+)*(\\.\\*)?$',
    description: 'One action, or all that begin alike: `user.*`.',
  }),
  actor: text({ maxLength: 150, description: 'The id or the name of who did it.' }),
  target_type: text({ maxLength: 64 }),
  target_id: text({ maxLength: 200 }),
  outcome: choice(auditOutcomes),
  from: dateTime(),
  to: dateTime({ description: 'Exclusive.' }),
} as const;

/** Cursor of the next page, so that deep pages cost no more than the first. */
function nextEntries(
  { entries }: Page<AuditEntry>,
  { perPage, afterId }: { readonly perPage: number; readonly afterId?: number },
): Readonly<Record<string, string>> | undefined {
  const last = entries.at(-1);
  if (!last || entries.length < perPage) return undefined;
  return { before_id: String(last.id), ...(afterId !== undefined && { after_id: String(afterId) }) };
}

/** Routes of the audit log. */
export const auditRoutes: readonly Route[] = section(
  'Audit log',
  route({
    methods: ['GET'],
    path: '/audit',
    summary: 'List who did what, the newest first.',
    params: {
      ...paging,
      before_id: idOrStart({ description: 'Only entries before this one; how the next part is addressed.' }),
      after_id: idOrStart({ description: 'Only entries after this one.' }),
      ...filters,
    },
    useCase: listAuditEntries,
    present: presentAuditEntry,
    next: nextEntries,
    returns: listOf(auditEntryShape),
  }),
  route({
    methods: ['GET'],
    path: '/audit/filter-words',
    summary: 'List what the filters of the log can be set to, as far as it occurs in the log.',
    useCase: listAuditFilterWords,
    present: ({ actions, actors, targetTypes }) => ({ actions, actors, target_types: targetTypes }),
    returns: auditFilterWordsShape,
  }),
  route({
    methods: ['GET'],
    path: '/audit/export',
    summary: 'Export all entries that match as CSV or JSON, the oldest first; the filters are those of the list.',
    limit: 'bulk',
    params: { ...filters, ...tableParams },
    useCase: exportAuditEntries,
    input: ({ format: _, bom: __, ...filter }) => filter,
    streams: ({ portions }) => ({
      name: 'audit',
      portions,
      columns: () => auditColumns as readonly TableColumn<unknown>[],
      present: (entry) => presentAuditEntry(entry as AuditEntry),
    }),
    returns: listOf(auditEntryShape),
  }),
);
