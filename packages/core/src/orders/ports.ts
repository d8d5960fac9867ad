import type {
  CommercePorts,
  Coupon,
  Customer,
  Download,
  Order,
  OrderFacts,
  OrderStatus,
  OrderStock,
  Refund,
  StoredOrder,
  TaxRate,
} from '../commerce/index.ts';
import type { ShopRole } from '../kernel/capability.ts';
import type { Page, PageRequest } from '../kernel/page.ts';
import type { KernelPorts } from '../kernel/ports.ts';

/** What a list of records can be sorted by. */
export const recordSortFields = ['id', 'date', 'modified'] as const;
/** One of the fields a list of records can be sorted by. */
export type RecordSortField = (typeof recordSortFields)[number];

/** Which records a list shows; an absent member does not restrict. Bounds are inclusive. */
export interface RecordFilter {
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
  readonly search?: string;
  /** Of creation. */
  readonly after?: Date;
  readonly before?: Date;
  readonly modifiedAfter?: Date;
  readonly orderBy: RecordSortField;
  readonly order: 'asc' | 'desc';
}

/** Which orders a list shows. */
export interface OrderFilter extends RecordFilter {
  readonly status?: readonly OrderStatus[];
  readonly customerId?: number;
}

/** Orders and refunds, which share one space of ids. */
export interface OrderStore {
  /** The order with its refunds, oldest first. */
  find(id: number): Promise<StoredOrder | undefined>;
  /** The refund with this id. */
  findRefund(id: number): Promise<Refund | undefined>;
  /** Orders with their refunds, which no other unit of work can change until this one ends; locked in ascending order of id. Ids of refunds lead to their orders. */
  hold(ids: readonly number[]): Promise<readonly StoredOrder[]>;
  /** Which of these ids are taken, and by what. */
  taken(ids: readonly number[]): Promise<ReadonlyMap<number, 'order' | 'refund'>>;
  /** Ids that nobody has used. */
  nextIds(count: number): Promise<readonly number[]>;
  /**
   * Keeps orders in place of what was there, refunds apart; set-based. The version is that of the order as it was held, 0 where
   * there was none; it collides, so that the unit of work is done again, when the stored version is another one by now.
   */
  saveOrders(orders: readonly Omit<StoredOrder, 'refunds'>[]): Promise<void>;
  /** Keeps refunds in place of what was there; set-based. */
  saveRefunds(refunds: readonly Refund[]): Promise<void>;
  /** Forgets orders with their refunds and with what was downloaded of them, and refunds. */
  remove(ids: readonly number[]): Promise<void>;
  /** Gives one page of the orders, and how many match. */
  list(filter: OrderFilter, page: PageRequest): Promise<Page<Order>>;
  /** Gives one page of the refunds of an order, and how many match; they were modified when they were made. */
  listRefunds(orderId: number, filter: RecordFilter, page: PageRequest): Promise<Page<Refund>>;
  /** Orders with their refunds in ascending order of id, after this one; for walks over everything. */
  walk(afterId: number, most: number): Promise<readonly StoredOrder[]>;
  /** The newest order of each customer who has one, by creation, then id. */
  newestOrders(customerIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** How many orders and refunds there are. */
  count(): Promise<{ readonly orders: number; readonly refunds: number }>;
}

/** Names by which a customer of an order is found. */
export interface CustomerKey {
  readonly userId: number | null;
  /** Lower case. */
  readonly email: string | null;
}

/** Whoever bought, and whoever has an account in the shop that keeps the orders. */
export interface CustomerStore {
  /** Gives the customer with this id. */
  find(id: number): Promise<Customer | undefined>;
  /** Gives those customers that exist, by id. */
  findMany(ids: readonly number[]): Promise<readonly Customer[]>;
  /** Customers with one of these user ids or, case ignored, e-mail addresses. */
  findByKeys(keys: readonly CustomerKey[]): Promise<readonly Customer[]>;
  /** Keeps others who hold one of these user ids or addresses waiting until the surrounding unit of work ends; a bounded number of locks, however many keys. */
  holdKeys(keys: readonly CustomerKey[]): Promise<void>;
  /** Draws ids that nobody has used, above those that came along. */
  nextIds(count: number): Promise<readonly number[]>;
  /** Keeps customers in place of what was there; set-based; what is as it was is not modified. */
  save(customers: readonly Customer[], now: Date): Promise<void>;
  /** Forgets customers; their orders have none any more. */
  remove(ids: readonly number[]): Promise<void>;
  /** Which of these customers have no order. */
  withoutOrders(ids: readonly number[]): Promise<readonly number[]>;
  /** Gives one page of the customers, and how many match; who never registered was made when they were kept first. */
  list(filter: RecordFilter, page: PageRequest): Promise<Page<Customer>>;
  /** In ascending order of id, after this one. */
  walk(afterId: number, most: number): Promise<readonly Customer[]>;
}

/** Promises of lower prices, found by id and by code. */
export interface CouponStore {
  /** Gives the coupon with this id. */
  find(id: number): Promise<Coupon | undefined>;
  /** Coupons with one of these codes, case ignored. */
  findByCodes(codes: readonly string[]): Promise<readonly Coupon[]>;
  /** Gives those coupons that exist, by id. */
  findMany(ids: readonly number[]): Promise<readonly Coupon[]>;
  /** Draws ids that nobody has used, above those that came along. */
  nextIds(count: number): Promise<readonly number[]>;
  /**
   * Keeps coupons in place of what was there; set-based; what is as it was is not modified.
   * @throws DomainError `shop_rest_coupon_exists` for a code that another coupon has
   */
  save(coupons: readonly Coupon[], now: Date): Promise<void>;
  /** Forgets coupons; lines of orders stay what they are. */
  remove(ids: readonly number[]): Promise<void>;
  /** Gives one page of the coupons, and how many match. */
  list(filter: RecordFilter, page: PageRequest): Promise<Page<Coupon>>;
  /** Gives at most so many coupons behind this id, by id. */
  walk(afterId: number, most: number): Promise<readonly Coupon[]>;
}

/** Taxes that are charged now; what was charged stands on the orders. */
export interface TaxRateStore {
  /** Gives the rate with this id. */
  find(id: number): Promise<TaxRate | undefined>;
  /** Gives those rates that exist, by id. */
  findMany(ids: readonly number[]): Promise<readonly TaxRate[]>;
  /** Draws ids that nobody has used, above those that came along. */
  nextIds(count: number): Promise<readonly number[]>;
  /** Keeps rates in place of what was there; set-based; what is as it was is not modified. */
  save(rates: readonly TaxRate[], now: Date): Promise<void>;
  /** Forgets rates; lines of orders stay what they are. */
  remove(ids: readonly number[]): Promise<void>;
  /** Gives one page of the rates, and how many match; they were made when they were kept first. */
  list(filter: RecordFilter, page: PageRequest): Promise<Page<TaxRate>>;
  /** Gives at most so many rates behind this id, by id. */
  walk(afterId: number, most: number): Promise<readonly TaxRate[]>;
}

/** What was downloaded. */
export interface DownloadLog {
  /** Keeps entries in place of what was there; set-based. */
  save(downloads: readonly Download[]): Promise<void>;
  /** Gives at most so many entries behind this id, by id. */
  walk(afterId: number, most: number): Promise<readonly Download[]>;
}

/** Accounts that customers can be linked to. */
export interface CustomerAccounts {
  /** The account with this id, deleted or not. */
  find(id: number): Promise<{ readonly shopRole: ShopRole | null; readonly deletedAt: Date | null } | undefined>;
}

/** Ports of the orders context. */
export interface OrdersPorts extends KernelPorts, CommercePorts {
  readonly orders: OrderStore;
  readonly customers: CustomerStore;
  readonly coupons: CouponStore;
  readonly taxRates: TaxRateStore;
  readonly downloads: DownloadLog;
  readonly users: CustomerAccounts;
  readonly orderFacts: OrderFacts;
  /** Absent where orders move no stock. */
  readonly orderStock?: OrderStock;
}
