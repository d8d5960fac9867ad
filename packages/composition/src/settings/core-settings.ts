import { type CoreSettings, defaultSettings } from '@backroom/core';
import { readRateLimits } from './rate-limit-variables.ts';
import { environmentAt } from './site-environment.ts';
import type { VariableValues } from './variables.ts';

/** The settings of the core, with defaults for variables that are not set. */
export const coreSettings = (values: VariableValues): CoreSettings => ({
  siteName: values.SITE_NAME ?? defaultSettings.siteName,
  memberAccess: values.MEMBER_ACCESS ?? defaultSettings.memberAccess,
  passwordMinLength: values.PASSWORD_MIN_LENGTH ?? defaultSettings.passwordMinLength,
  loginMinMs: values.LOGIN_MIN_MS ?? defaultSettings.loginMinMs,
  siteEnvironment: values.SITE_ENVIRONMENT ?? environmentAt(values.PUBLIC_URL, values.HOST ?? '127.0.0.1'),
  deskSessionDays: values.DESK_SESSION_DAYS ?? defaultSettings.deskSessionDays,
  applicationPasswords: values.APPLICATION_PASSWORDS !== 'off',
  hasMailServer: values.SMTP_URL !== undefined,
  rateLimits: readRateLimits(values),
  features: values.SHOP_FEATURES ?? defaultSettings.features,
  siteEmail: values.SITE_EMAIL ?? defaultSettings.siteEmail,
  catalogueKeys: values.CATALOG_KEY ?? defaultSettings.catalogueKeys,
  connectorRedirects: values.CONNECTOR_REDIRECT_ORIGINS ?? defaultSettings.connectorRedirects,
  costMethod: values.COST_METHOD ?? defaultSettings.costMethod,
  currency: values.CURRENCY ?? defaultSettings.currency,
  stockLinkBySku: values.STOCK_LINK_BY_SKU ?? defaultSettings.stockLinkBySku,
  holdStockMinutes: values.HOLD_STOCK_MINUTES ?? defaultSettings.holdStockMinutes,
  mailLogDays: values.MAIL_LOG_DAYS ?? defaultSettings.mailLogDays,
  mailLogRecords: values.MAIL_LOG_RECORDS ?? defaultSettings.mailLogRecords,
  publicPages: values.PUBLIC_PAGES !== 'off',
  auditRetentionDays: values.AUDIT_RETENTION_DAYS ?? defaultSettings.auditRetentionDays,
});
