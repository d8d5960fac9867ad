import type { ShopSettings, VersionedSettings } from '../commerce/index.ts';
import { snake } from '../kernel/names.ts';
import { choicesOf, plainTypeOf, type Schema } from '../kernel/schema.ts';
import { recomputedBy } from './save-settings.ts';
import { type SettingText, settingTexts } from './setting-texts.ts';
import { settingsRecord, writeSettings } from './shop-settings-record.ts';

/** How a value is entered. */
export const settingTypes = ['text', 'integer', 'boolean', 'choice', 'choices'] as const;
/** One of `settingTypes`. */
export type SettingType = (typeof settingTypes)[number];

/** A setting with its value, its limits, and what a change of it recomputes. */
export interface ShopSetting extends SettingText {
  /** By its record name. */
  readonly name: string;
  readonly type: SettingType;
  readonly nullable: boolean;
  readonly choices: readonly string[] | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly maxLength: number | null;
  readonly pattern: string | null;
  /** As in a record. */
  readonly value: unknown;
  readonly default: unknown;
  readonly recomputes: 'facts' | 'sums' | null;
}

const names = Object.keys(settingTexts) as readonly (keyof ShopSettings)[];

/** All settings, in the order in which they are shown. */
export function settingList({ settings, defaults }: Omit<VersionedSettings, 'version'>): readonly ShopSetting[] {
  const values = writeSettings(settings);
  const initial = writeSettings(defaults);
  return names.map((member) => {
    const name = snake(member);
    const schema = schemaOf(name);
    return {
      name,
      ...settingTexts[member],
      ...limitsOf(schema),
      value: values[name],
      default: initial[name],
      recomputes: recomputedBy(member),
    };
  });
}

const schemaOf = (name: string): Schema => settingsRecord.properties?.[name] ?? {};

const limitsOf = (schema: Schema) => ({
  type: typeOf(schema),
  nullable: schema.standIn === null,
  choices: choicesOf(schema.items ?? schema) ?? null,
  minimum: schema.minimum ?? null,
  maximum: schema.maximum ?? null,
  maxLength: schema.maxLength ?? null,
  pattern: schema.pattern ?? null,
});

function typeOf(schema: Schema): SettingType {
  if (schema.items) return 'choices';
  if (choicesOf(schema)) return 'choice';
  const type = plainTypeOf(schema);
  return type === 'integer' || type === 'boolean' ? type : 'text';
}
