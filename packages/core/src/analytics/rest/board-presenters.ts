import { UNIT } from '../../kernel/numbers/decimal.ts';
import { isObject } from '../../kernel/reading/storable.ts';
import type { Indicator, IndicatorValue, Leaderboard, LeaderboardEntry, LeaderboardId } from '../index.ts';
import { deletedName } from '../published/members.ts';
import { priceText } from '../published/money-text.ts';

export interface BoardPlace {
  readonly around: {
    readonly baseUrl: string;
    readonly names: { readonly adminPath: string };
    link(path: string): string;
  };
}

const boards = {
  customers: {
    label: 'Top Customers - Total Spend',
    headers: ['Customer Name', 'Orders', 'Total Spend'],
    one: 'customer',
  },
  coupons: {
    label: 'Top Coupons - Number of Orders',
    headers: ['Coupon code', 'Orders', 'Amount discounted'],
    one: 'coupon',
  },
  categories: {
    label: 'Top categories - Items sold',
    headers: ['Category', 'Items sold', 'Net sales'],
    one: 'category',
  },
  products: { label: 'Top products - Items sold', headers: ['Product', 'Items sold', 'Net sales'], one: 'product' },
} as const satisfies Readonly<Record<LeaderboardId, object>>;

/** Publishes a leaderboard without its rows. */
export const presentBoard = (id: LeaderboardId): object => ({
  id,
  label: boards[id].label,
  headers: boards[id].headers.map((label) => ({ label })),
});

export function presentLeaderboard(
  { id, entries, currency }: Leaderboard,
  persisted: string | undefined,
  place: BoardPlace,
): object {
  const kept = keptArguments(persisted);
  const cells = (entry: LeaderboardEntry) => {
    const name = entry.name ?? deletedName(entry.soldAs);
    const amount = entry.amount / UNIT;
    return [
      { display: `<a href='${escaped(addressOf(id, entry.id, { kept, place }))}'>${escaped(name)}</a>`, value: name },
      { display: entry.count.toLocaleString('en-US'), value: entry.count, format: 'number' },
      {
        display: priceText(entry.amount, currency.currency, currency.priceDecimals),
        value: amount,
        format: 'currency',
      },
    ];
  };
  return { ...presentBoard(id), rows: entries.map(cells) };
}

interface Addressing {
  readonly kept: Readonly<Record<string, string>>;
  readonly place: BoardPlace;
}

/** URL of the admin page for one leaderboard entry. */
function addressOf(board: LeaderboardId, id: number, { kept, place }: Addressing): string {
  const { baseUrl, names } = place.around;
  const own = { page: 'shop-admin', path: `/analytics/${board}` };
  const query = {
    // Own arguments come first and override the preserved ones.
    ...own,
    ...kept,
    ...own,
    filter: `single_${boards[board].one}`,
    [board]: String(id),
  };
  const encoded = Object.entries(query).map((pair) => pair.map((part) => encodeURIComponent(part)).join('='));
  return `${baseUrl}/${names.adminPath}/admin.php?${encoded.join('&').replaceAll('%2F', '/')}`;
}

/** Query arguments to preserve in links, from a JSON object; none if it is invalid. */
function keptArguments(persisted: string | undefined): Readonly<Record<string, string>> {
  try {
    const read: unknown = JSON.parse(persisted ?? '{}');
    if (!isObject(read)) return {};
    return Object.fromEntries(
      Object.entries(read)
        .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
        .map(([name, value]) => [name.toWellFormed(), String(value).toWellFormed()]),
    );
  } catch {
    return {};
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

const links = ({ report }: Indicator, { around }: BoardPlace): object => ({
  api: [{ href: around.link(`/shop-analytics/reports/${report.slug}`) }],
  report: [{ href: `/analytics/${report.slug.replace(/\/stats$/, '')}` }],
});

export const presentIndicator = (indicator: IndicatorValue, place: BoardPlace): object => ({
  stat: indicator.stat,
  chart: indicator.chart,
  label: indicator.label,
  format: indicator.format,
  value: indicator.value,
  _links: links(indicator, place),
});

/** Publishes an indicator without its value. */
export const presentIndicatorName = (indicator: Indicator, place: BoardPlace): object => ({
  stat: indicator.stat,
  chart: indicator.chart,
  label: indicator.label,
  _links: links(indicator, place),
});
