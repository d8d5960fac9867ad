/** Words for product names. */
export const materials = [
  'Oak',
  'Linen',
  'Copper',
  'Wool',
  'Clay',
  'Cork',
  'Glass',
  'Cotton',
  'Steel',
  'Birch',
  'Felt',
  'Slate',
] as const;
/** More words for product names. */
export const manners = [
  'Plain',
  'Small',
  'Large',
  'Round',
  'Folding',
  'Striped',
  'Classic',
  'Light',
  'Sturdy',
  'Quiet',
  'Northern',
  'Garden',
] as const;

/** The top-level categories, with their subcategories. */
export const shelves = [
  { name: 'Kitchen', things: ['Mug', 'Bowl', 'Board', 'Kettle'] },
  { name: 'Table', things: ['Plate', 'Napkin', 'Candle', 'Tray'] },
  { name: 'Clothing', things: ['Shirt', 'Scarf', 'Jacket', 'Socks'] },
  { name: 'Bags', things: ['Backpack', 'Purse', 'Satchel', 'Basket'] },
  { name: 'Living', things: ['Cushion', 'Blanket', 'Lamp', 'Rug'] },
  { name: 'Office', things: ['Notebook', 'Pen', 'Folder', 'Clock'] },
  { name: 'Garden', things: ['Trowel', 'Pot', 'Lantern', 'Bench'] },
  { name: 'Children', things: ['Puzzle', 'Blocks', 'Kite', 'Puppet'] },
  { name: 'Sport', things: ['Ball', 'Bottle', 'Mat', 'Towel'] },
  { name: 'Music', things: ['Album', 'Songbook', 'Whistle', 'Drum'] },
  { name: 'Books', things: ['Novel', 'Atlas', 'Cookbook', 'Calendar'] },
  { name: 'Pantry', things: ['Tea', 'Coffee', 'Honey', 'Jam'] },
] as const;

/** Plurals of things that are not formed by an s. */
export const plurals: Readonly<Record<string, string>> = {
  Socks: 'Socks',
  Bench: 'Benches',
  Blocks: 'Blocks',
  Atlas: 'Atlases',
};

/** The product attributes. */
export const choices = [
  {
    id: 1,
    name: 'Color',
    key: 'pa_color',
    values: ['Red', 'Blue', 'Green', 'Black', 'White', 'Grey', 'Yellow', 'Brown'],
  },
  { id: 2, name: 'Size', key: 'pa_size', values: ['XS', 'S', 'M', 'L', 'XL'] },
  { id: 3, name: 'Material', key: 'pa_material', values: [...materials] },
] as const;

/** First names of customers. */
export const firstNames = [
  'Ana',
  'Ben',
  'Carla',
  'David',
  'Elena',
  'Felix',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Klara',
  'Luis',
  'Mara',
  'Nils',
  'Olivia',
  'Paul',
  'Rosa',
  'Simon',
  'Tara',
  'Victor',
  'Wanda',
  'Yusuf',
  'Zoe',
  'Amir',
] as const;
/** Last names of customers. */
export const lastNames = [
  'Alvarez',
  'Baker',
  'Costa',
  'Dubois',
  'Evans',
  'Fischer',
  'Grant',
  'Hansen',
  'Ivanova',
  'Jansen',
  'Keller',
  'Lopez',
  'Moreau',
  'Novak',
  'Olsen',
  'Perez',
  'Quinn',
  'Rossi',
  'Schmidt',
  'Tanaka',
  'Ueda',
  'Vogel',
  'Weber',
  'Young',
  'Zimmer',
  'Ortiz',
  'Brandt',
  'Carter',
  'Diaz',
  'Eriksen',
] as const;

/** Marketing sources of orders. */
export const sources = [
  { type: 'organic', name: 'search' },
  { type: 'organic', name: 'search' },
  { type: 'typein', name: null },
  { type: 'utm', name: 'newsletter' },
  { type: 'referral', name: 'partner.example' },
] as const;

/** Reasons of refunds. */
export const reasons = [
  'Damaged on the way.',
  'It does not fit.',
  'Arrived too late.',
  'Bought twice.',
  'Not as expected.',
] as const;
