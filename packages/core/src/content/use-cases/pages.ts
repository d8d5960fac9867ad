import { slugCandidates, uniqueSlugs } from '../../commerce/index.ts';
import { type CreateInput, collectionOf } from '../../kernel/records/collection.ts';
import { useCase } from '../../kernel/use-case.ts';
import { noSuchPage, pageExists } from '../errors.ts';
import { type ContentPage, contentPageRecord } from '../page.ts';
import type { ContentPageFilter, ContentPorts } from '../ports.ts';

const WORD = 'page';

const pages = collectionOf<ContentPorts, ContentPage, ContentPageFilter>({
  word: 'page',
  schema: contentPageRecord,
  access: 'edit_content',
  reading: 'edit_content',
  find: (ports, id) => ports.pages.find(id),
  hold: ({ recordLocks }, id) => recordLocks.hold('page', id),
  nextId: (ports) => ports.pages.nextId(),
  defaults: ({ clock }) => {
    const now = clock.now().toISOString();
    return { status: 'draft', content: '', created_at: now, modified: now };
  },
  prepare,
  save: (ports, page) => ports.pages.save(page),
  remove: (ports, { id }) => ports.pages.remove(id),
  list: (ports, { filter, page }) => ports.pages.list(filter, page),
  missing: noSuchPage,
  exists: pageExists,
});

async function prepare({ pages: store, htmlSanitizer, clock }: ContentPorts, page: ContentPage): Promise<ContentPage> {
  const drafts = [{ id: page.id, slug: page.slug, name: page.title }];
  const owners = await store.slugOwners({ slugs: slugCandidates(drafts, WORD), id: page.id });
  const [slug = page.slug] = uniqueSlugs(drafts, owners, WORD);
  return { ...page, slug, content: htmlSanitizer.content(page.content), modified: clock.now(), permalink: null };
}

/**
 * Creates a page from its record; its author is the caller.
 * @throws DomainError `validation_failed`, `rest_page_exists`
 */
export const createPage = useCase(
  { access: 'edit_content', effect: 'write', audit: 'page.create', refusals: { conflict: ['rest_page_exists'] } },
  (ports: ContentPorts) =>
    ({ userId }, { record }: CreateInput, { note }): Promise<ContentPage> =>
      pages.steps.create(ports, { input: { record: { ...record, author: userId ?? null } }, note }),
);
/** Creates a page inside the surrounding unit of work, for use cases of other contexts. */
export const addPage = pages.steps.create;
/**
 * Changes members of a page; it keeps its slug unless another is given.
 * @throws DomainError `rest_page_invalid_id`, `validation_failed`
 */
export const updatePage = pages.change;
/**
 * Deletes a page for good; its address answers 404 from then on.
 * @throws DomainError `rest_page_invalid_id`
 */
export const deletePage = pages.remove;
/**
 * Reads one page by id, published or not.
 * @throws DomainError `rest_page_invalid_id`
 */
export const readPage = pages.read;
/** Lists pages, one page of the list at a time. */
export const listPages = pages.list;
