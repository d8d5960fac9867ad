import type { Schema } from '../../kernel/schema.ts';
import { addressSchema as address, lineSchema as line, needed, slugSchema as slug } from '../../outbound/index.ts';

/** An article of the knowledge base. */
export interface KnowledgePost {
  readonly title: string;
  readonly date: string;
  readonly link: string;
  readonly authorName: string;
  readonly authorAvatar: string;
  readonly image: string;
  /** Slugs. */
  readonly categories: readonly string[];
}

const optional: Schema = { ...address, default: '' };

/** The document of the knowledge base: a list of articles; objects are closed. */
export const knowledgeFormat: Schema = {
  type: 'array',
  maxItems: 200,
  items: {
    type: 'object',
    properties: {
      title: needed({ ...line(300), minLength: 1 }),
      date: {
        type: 'string',
        maxLength: 40,
        pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}([.]\\d{1,6})?(Z|[+-]\\d{2}:\\d{2})?)?$',
        required: true,
      },
      link: needed(address),
      author_name: { ...line(200), default: '' },
      author_avatar: optional,
      image: optional,
      categories: { type: 'array', items: slug, maxItems: 50, uniqueItems: true, default: [] },
    },
  },
};
