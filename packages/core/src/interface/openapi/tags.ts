/** What the operations of each section are about. */
const descriptions: Readonly<Record<string, string>> = {
  Administration: 'Options, features, notices and experiments of the back office.',
  'Application passwords': 'Passwords of programs that act in the name of an account.',
  'Audit log': 'Who changed what, and which requests were refused.',
  Categories: 'The tree of categories of items.',
  Connector: 'The pairing with another installation.',
  Content: 'Published products and pages, for readers without an account.',
  Embeds: 'Embeddable views of products and pages, and a proxy for those of other sites.',
  Coupons: 'Coupons of the shop.',
  Customers: 'Customers of the shop, with and without an account.',
  Directory: 'Accounts of the company directory (LDAP).',
  Discovery: 'The index of the site and its namespaces, and batches of requests.',
  Items: 'Master data of items, with their balances.',
  Locations: 'Places where items are kept.',
  Onboarding: 'The first steps of a new shop.',
  Operations: 'The append-only ledger of stock operations.',
  Orders: 'Orders of the shop and their refunds.',
  Extensions: 'Installed and activated extensions.',
  'Mail log': 'Mails that were sent, with their previews and what is known about their delivery.',
  'Mobile app': 'Phones that sign in with a code or by mail.',
  Jobs: 'Long work in the background: its progress, retries and cancellation.',
  Marketing: 'Suggestions, recommended extensions, marketing channels and the knowledge base.',
  Marketplace: 'The extension catalogue, licences, and accounts at the licence server.',
  Overview: 'Search over all records, and open tasks of the account.',
  'Point of sale': 'The catalogue feed for points of sale.',
  'Product links': 'Which items of the stockroom products are sold from.',
  Products: 'Products of the shop, their variations and categories.',
  Reports: 'Analytics of orders, products, customers and stock, with their exports and imports.',
  Session: 'The session of a browser, and the stream of its events.',
  Settings: 'Settings of the installation, with versions.',
  Stock: 'Stock of products for other programs.',
  System: 'Health, version, keys and descriptions of the service.',
  Taxes: 'Tax rates of the shop.',
  Themes: 'Installed themes, and which one the pages use.',
  Users: 'Accounts and their sessions.',
};

/** Sections in the order of their first route. */
export const describeTags = (routes: readonly { readonly tag: string }[]): readonly object[] =>
  [...new Set(routes.map(({ tag }) => tag))].map((name) => ({
    name,
    ...(descriptions[name] !== undefined && { description: descriptions[name] }),
  }));
