import { choice, defaulted, id, idOrNone, instant, optional, recordOf, text } from '../kernel/records/values.ts';

export const contentStatuses = ['draft', 'publish'] as const;
export type ContentStatus = (typeof contentStatuses)[number];

/** A page of the public site. */
export interface ContentPage {
  readonly id: number;
  /** Names the page in its address; unique over pages. Null in a draft: the stored one, or one made of the title. */
  readonly slug: string | null;
  readonly title: string;
  /** HTML, sanitised when it is written. */
  readonly content: string;
  readonly status: ContentStatus;
  /** The account that created it; null if there is none. */
  readonly author: number | null;
  readonly createdAt: Date;
  readonly modified: Date;
  /** The address of its page; null in the core, which does not know the address of the site. */
  readonly permalink: string | null;
}

/** Maximum length of the content, in characters. */
const LONGEST = 1_000_000;

export const contentPageRecord = recordOf<ContentPage>('Page', {
  id,
  slug: optional(text(200)),
  title: text(),
  content: defaulted(text(LONGEST), ''),
  status: choice(contentStatuses),
  author: idOrNone,
  created_at: instant,
  modified: instant,
  permalink: optional(text(2_000)),
});
