import type { SettingsReport, ShopSetting } from '../index.ts';

/** The settings by wire names. */
export const presentSettings = (report: SettingsReport): Readonly<Record<string, unknown>> => ({
  version: report.version,
  dry_run: report.dryRun,
  changes: report.changes.map(({ name, from, to }) => ({ name, from, to })),
  recompute: report.recompute,
  under_way: report.underWay,
  settings: report.settings.map(presentSetting),
});

const presentSetting = ({ maxLength, ...setting }: ShopSetting) => ({
  name: setting.name,
  label: setting.label,
  description: setting.description,
  group: setting.group,
  unit: setting.unit,
  type: setting.type,
  nullable: setting.nullable,
  choices: setting.choices,
  minimum: setting.minimum,
  maximum: setting.maximum,
  max_length: maxLength,
  pattern: setting.pattern,
  value: setting.value,
  default: setting.default,
  recomputes: setting.recomputes,
});
