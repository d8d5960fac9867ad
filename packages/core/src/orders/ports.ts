import type {
  CommercePorts,
  Coupon,
  Customer,
  Download,
  Order,
  OrderFacts,
  OrderStatus,
  OrderStock,
  RecordLocks,
  Refund,
  StoredOrder,
  TaxRate,
} from '../commerce/index.ts';
import type { ShopRole } from '../kernel/capability.ts';
import type { Page, PageRequest } from '../kernel/page.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { MailPorts } from '../mail/index.ts';

/** Fields by which lists of records can be sorted. */
export const recordSortFields = ['id', 'date', 'modified'] as const;
/** One of `recordSortFields`. */
export type RecordSortField = (typeof recordSortFields)[number];

/** Filter of a list of records; absent members do not restrict. Bounds are inclusive. */
export interface RecordFilter {
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
  readonly search?: string;
  /** Bounds of the creation date. */
  readonly after?: Date;
  readonly before?: Date;
  readonly modifiedAfter?: Date;
  readonly orderBy: RecordSortField;
  readonly order: 'asc' | 'desc';
}

/** Filter of a list of orders. */
export interface OrderFilter extends RecordFilter {
  readonly status?: readonly OrderStatus[];
  readonly customerId?: number;
}

/** Filter of orders that are counted by status. */
export type OrderCountFilter = Omit<OrderFilter, 'status' | 'orderBy' | 'order'>;

/** Repository of orders and refunds, which share one id space. */
export interface OrderStore {
  /** The order with its refunds, oldest first. */
  find(id: number): Promise<StoredOrder | undefined>;
  /** Loads a refund by id. */
  findRefund(id: number): Promise<Refund | undefined>;
  /**
   * Locks orders in ascending order of id until the unit of work ends and returns them with their refunds. Ids of
   * refunds resolve to their orders.
   */
  hold(ids: readonly number[]): Promise<readonly StoredOrder[]>;
  /** Those of these ids that exist, with their kind. */
  taken(ids: readonly number[]): Promise<ReadonlyMap<number, 'order' | 'refund'>>;
  /** Reserves unused ids. */
  nextIds(count: number): Promise<readonly number[]>;
  /**
   * Upserts orders without their refunds, set-based. `version` is the version read under the lock, 0 for a new order; a
   * different stored version is a conflict, which repeats the unit of work.
   */
  saveOrders(orders: readonly Omit<StoredOrder, 'refunds'>[]): Promise<void>;
  /** Upserts refunds, set-based. */
  saveRefunds(refunds: readonly Refund[]): Promise<void>;
  /** Deletes refunds, and orders with their refunds and download entries. */
  remove(ids: readonly number[]): Promise<void>;
  /** One page of the matching orders, with the total. */
  list(filter: OrderFilter, page: PageRequest): Promise<Page<Order>>;
  /** Numbers of the matching orders by status, by one statement; statuses without orders are absent. */
  countByStatus(filter: OrderCountFilter): Promise<ReadonlyMap<OrderStatus, number>>;
  /**
   * One page of the matching refunds of an order, with the total; the modification time of a refund is its creation
   * time.
   */
  listRefunds(orderId: number, filter: RecordFilter, page: PageRequest): Promise<Page<Refund>>;
  /**
   * Up to `most` orders with a higher id than `afterId`, with their refunds, in ascending order of id; for batch runs
   * over all orders.
   */
  walk(afterId: number, most: number): Promise<readonly StoredOrder[]>;
  /** Id of the newest order of each customer with orders, by creation, then id. */
  newestOrders(customerIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Total numbers of orders and refunds. */
  count(): Promise<{ readonly orders: number; readonly refunds: number }>;
}

/** Keys by which the customer of an order is found. */
export interface CustomerKey {
  readonly userId: number | null;
  /** Lower case. */
  readonly email: string | null;
}

/** Repository of customers: buyers, and holders of accounts in the external shop. */
export interface CustomerStore {
  /** Loads a customer by id. */
  find(id: number): Promise<Customer | undefined>;
  /** The existing ones of these customers, by id. */
  findMany(ids: readonly number[]): Promise<readonly Customer[]>;
  /** Customers with one of these user ids or e-mail addresses (case-insensitive). */
  findByKeys(keys: readonly CustomerKey[]): Promise<readonly Customer[]>;
  /**
   * Locks these user ids and addresses until the surrounding unit of work ends; the number of locks is bounded,
   * whatever the number of keys.
   */
  holdKeys(keys: readonly CustomerKey[]): Promise<void>;
  /** Reserves unused ids, above all ids that were supplied by clients or imports. */
  nextIds(count: number): Promise<readonly number[]>;
  /** Upserts customers, set-based; unchanged customers keep their modification time. */
  save(customers: readonly Customer[], now: Date): Promise<void>;
  /** Deletes customers; their orders lose the reference. */
  remove(ids: readonly number[]): Promise<void>;
  /** Those of these customers who have no orders. */
  withoutOrders(ids: readonly number[]): Promise<readonly number[]>;
  /** One page of the matching customers, with the total; the creation time of a guest is that of the first save. */
  list(filter: RecordFilter, page: PageRequest): Promise<Page<Customer>>;
  /** Up to `most` customers with a higher id than `afterId`, in ascending order of id. */
  walk(afterId: number, most: number): Promise<readonly Customer[]>;
}

/** Repository of coupons. */
export interface CouponStore {
  /** Loads a coupon by id. */
  find(id: number): Promise<Coupon | undefined>;
  /** Coupons with one of these codes (case-insensitive). */
  findByCodes(codes: readonly string[]): Promise<readonly Coupon[]>;
  /** The existing ones of these coupons, by id. */
  findMany(ids: readonly number[]): Promise<readonly Coupon[]>;
  /** Reserves unused ids, above all ids that were supplied by clients or imports. */
  nextIds(count: number): Promise<readonly number[]>;
  /**
   * Upserts coupons, set-based; unchanged coupons keep their modification time.
   * @throws DomainError `shop_rest_coupon_exists` for a code that another coupon has
   */
  save(coupons: readonly Coupon[], now: Date): Promise<void>;
  /** Deletes coupons; coupon lines of orders are not affected. */
  remove(ids: readonly number[]): Promise<void>;
  /** One page of the matching coupons, with the total. */
  list(filter: RecordFilter, page: PageRequest): Promise<Page<Coupon>>;
  /** Up to `most` coupons with a higher id than `afterId`, in ascending order of id. */
  walk(afterId: number, most: number): Promise<readonly Coupon[]>;
}

/** Repository of the current tax rates; charged taxes are stored with the orders. */
export interface TaxRateStore {
  /** Loads a tax rate by id. */
  find(id: number): Promise<TaxRate | undefined>;
  /** The existing ones of these tax rates, by id. */
  findMany(ids: readonly number[]): Promise<readonly TaxRate[]>;
  /** Reserves unused ids, above all ids that were supplied by clients or imports. */
  nextIds(count: number): Promise<readonly number[]>;
  /** Upserts tax rates, set-based; unchanged rates keep their modification time. */
  save(rates: readonly TaxRate[], now: Date): Promise<void>;
  /** Deletes tax rates; tax lines of orders are not affected. */
  remove(ids: readonly number[]): Promise<void>;
  /** One page of the matching tax rates, with the total; the creation time is that of the first save. */
  list(filter: RecordFilter, page: PageRequest): Promise<Page<TaxRate>>;
  /** Up to `most` tax rates with a higher id than `afterId`, in ascending order of id. */
  walk(afterId: number, most: number): Promise<readonly TaxRate[]>;
}

/** Log of downloads of purchased files. */
export interface DownloadLog {
  /** Upserts entries, set-based. */
  save(downloads: readonly Download[]): Promise<void>;
  /** Up to `most` entries with a higher id than `afterId`, in ascending order of id. */
  walk(afterId: number, most: number): Promise<readonly Download[]>;
}

/** Accounts of this system that customers can be linked to. */
export interface CustomerAccounts {
  /** Loads an account by id, including deleted ones. */
  find(id: number): Promise<{ readonly shopRole: ShopRole | null; readonly deletedAt: Date | null } | undefined>;
}

/** Ports of the orders context. */
export interface OrdersPorts extends KernelPorts, CommercePorts, Pick<MailPorts, 'mailLog'> {
  readonly orders: OrderStore;
  readonly customers: CustomerStore;
  readonly coupons: CouponStore;
  readonly taxRates: TaxRateStore;
  readonly recordLocks: RecordLocks;
  readonly downloads: DownloadLog;
  readonly users: CustomerAccounts;
  readonly orderFacts: OrderFacts;
  /** Absent if orders do not move stock. */
  readonly orderStock?: OrderStock;
}

/** Whether the database or another adapter supplies each port. */
export const ordersPorts = {
  orders: 'store',
  customers: 'store',
  coupons: 'store',
  taxRates: 'store',
  downloads: 'store',
} as const;
