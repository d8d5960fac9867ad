import type { ShopRoute } from '../../interface/shop/route.ts';
import {
  listCouponsReport,
  listDownloadsReport,
  listTaxesReport,
  readCouponsStats,
  readDownloadsStats,
  readTaxesStats,
} from '../index.ts';
import { presentDownloadEntry } from '../published/people-presenters.ts';
import { presentCouponEntry, presentTaxEntry } from '../published/sales-presenters.ts';
import { couponsReport, couponsStats } from '../reports/coupons.ts';
import { downloadsReport, downloadsStats } from '../reports/downloads.ts';
import { taxesReport, taxesStats } from '../reports/taxes.ts';
import { ofLists, ofStats, type ParamName } from './dictionary.ts';
import { type Given, idOf, listQuestion, reportRoute, statsRoute } from './report-routes.ts';
import { couponEntry, downloadEntry, taxEntry } from './shapes.ts';

const ofDownloads = [
  'match',
  'product_includes',
  'product_excludes',
  'order_includes',
  'order_excludes',
  'customer_includes',
  'customer_excludes',
  'ip_address_includes',
  'ip_address_excludes',
] as const satisfies readonly ParamName[];
/** Rates are given as texts; invalid ids map to -1, which matches nothing. */
const taxesQuestion = (given: Given) => {
  const question = listQuestion(taxesReport, given);
  const taxes = Array.isArray(given.taxes) ? given.taxes.map((each) => idOf(String(each))) : undefined;
  return { ...question, asked: { ...question.asked, taxes } };
};

/** Reports on coupons, taxes and downloads. */
export const moneyRoutes: readonly ShopRoute[] = [
  reportRoute({
    report: taxesReport,
    useCase: listTaxesReport,
    params: [...ofLists, 'taxes'],
    changes: { taxes: { items: { type: 'string' } } },
    question: taxesQuestion,
    present: presentTaxEntry,
    returns: taxEntry,
  }),
  statsRoute({ report: taxesStats, useCase: readTaxesStats, params: [...ofStats, 'taxes', 'segmentby'] }),
  reportRoute({
    report: couponsReport,
    useCase: listCouponsReport,
    params: [...ofLists, 'coupons', 'extended_info'],
    present: presentCouponEntry,
    returns: couponEntry,
  }),
  statsRoute({ report: couponsStats, useCase: readCouponsStats, params: [...ofStats, 'coupons', 'segmentby'] }),
  reportRoute({
    report: downloadsReport,
    useCase: listDownloadsReport,
    params: [...ofLists, ...ofDownloads],
    present: presentDownloadEntry,
    returns: downloadEntry,
  }),
  statsRoute({
    report: downloadsStats,
    useCase: readDownloadsStats,
    params: [...ofStats, ...ofDownloads],
  }),
];
