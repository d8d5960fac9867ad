import type { ContentPage, ContentStatus } from '@backroom/core/content';
import { defineEntity, type InferEntity, p, type RequiredEntityData } from '@mikro-orm/core';
import { accountKey } from '../rows/account-key.ts';
import { searchText } from '../stores/search.ts';

/** A page of the public site. */
export const PageEntity = defineEntity({
  name: 'Page',
  tableName: 'page',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    slug: p.text().collation('C'),
    title: p.text(),
    content: p.text(),
    status: p.string().length(16),
    author: () => accountKey('page', 'author_id', 'set null').mapToPk().nullable(),
    searchText: p.text(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3),
  },
  uniques: [{ name: 'page_slug_key', properties: ['slug'] }],
  indexes: [{ name: 'page_author_id_index', properties: ['author'] }],
  checks: [{ name: 'page_status_check', expression: "status in ('draft', 'publish')" }],
});

export type StoredPage = InferEntity<typeof PageEntity>;

export const toPage = (stored: StoredPage): ContentPage => ({
  id: stored.id,
  slug: stored.slug,
  title: stored.title,
  content: stored.content,
  status: stored.status as ContentStatus,
  author: stored.author ?? null,
  createdAt: stored.createdAt,
  modified: stored.modifiedAt,
  permalink: null,
});

export const fromPage = ({ modified, permalink: _, ...page }: ContentPage): RequiredEntityData<StoredPage> => ({
  ...page,
  slug: page.slug ?? '',
  searchText: searchText(page.title, page.slug),
  modifiedAt: modified,
});
