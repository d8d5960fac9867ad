/** Line breaks separate the texts of a search column. */
const line = (number: number): string => `split_part(search_text, chr(10), ${number}) collate "C"`;

/** The folded number of an order, or its id. */
export const orderNumberKey = line(1);
/** The folded e-mail address of an order. */
export const orderEmailKey = line(3);
/** The folded name of a customer after the first blank; the whole of a name without one. */
export const lastNameKey = `substr(name_key, strpos(name_key, ' ') + 1)`;

/** Characters that separate words of a name: the parser of the database would join some of them to longer words. */
const separators = '/.-_@:+,&()"#!;<>=*~|%[]';

/** The words of a folded text. The configuration `simple` is part of every PostgreSQL. */
const wordsOf = (column: string): string =>
  `to_tsvector('simple', translate(${column}, '${separators}', '${' '.repeat(separators.length)}'))`;

/** A column with words: as they are indexed, and as those after a blank are compared without the index. */
export interface WordColumn {
  readonly indexed: string;
  readonly compared: string;
}

const wordColumn = (column: string): WordColumn => ({
  indexed: wordsOf(column),
  compared: `' ' || replace(${column}, chr(10), ' ')`,
});

/** The words of a product: its name and sku. */
export const productWords = wordColumn('search_text');
/** The words of the name of an item. */
export const itemWords = wordColumn('name_key');

/** The indexes of search on expressions, or with columns that it reads, by name. */
export const searchIndexes = {
  shop_order_number_key_index: `create index shop_order_number_key_index on shop_order ((${orderNumberKey}))`,
  shop_order_email_key_index: `create index shop_order_email_key_index on shop_order ((${orderEmailKey}), created_at desc, id desc)`,
  shop_order_search_index:
    'create index shop_order_search_index on shop_order (created_at, id) include (status, search_text)',
  customer_last_name_index: `create index customer_last_name_index on customer ((${lastNameKey}))`,
  product_words_index: `create index product_words_index on product using gin ((${productWords.indexed})) where parent_id is null`,
  item_words_index: `create index item_words_index on item using gin ((${itemWords.indexed}))`,
} as const;
