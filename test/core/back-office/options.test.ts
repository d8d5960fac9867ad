import { allowedOptions, faultIn } from '@backroom/core/back-office';
import { describe, expect, it } from 'vitest';

const codesOf = (name: string, value: unknown): readonly string[] => {
  const schema = allowedOptions.get(name);
  if (!schema) throw new Error(`${name} is not on the list.`);
  const fault = faultIn(schema, value, name);
  return fault ? [`${/^[^ ]+/.exec(fault.message)?.[0]} ${fault.code}`] : [];
};

describe('the options that may be read and changed by name', () => {
  it('all begin alike, and are as many as they always were', () => {
    expect([...allowedOptions.keys()].filter((name) => !/^shop_[a-z_]+$/.test(name))).toEqual([]);
    // 51 of docs/spec/shop-platform.md 4.4, and 2 of its section 6.
    expect(allowedOptions.size).toBe(53);
  });

  it.each([
    'blogname',
    'shop_blogname',
    'date_format',
    'time_format',
    'stylesheet',
    'theme_mods_plain',
    'shop_market_account',
    'shop_onboarding_profile_progress',
    'shop_currency',
    'demo_store',
    'SHOP_DEMO_STORE',
    '__proto__',
    'constructor',
    '',
  ])('are not %j', (name) => {
    expect(allowedOptions.has(name)).toBe(false);
  });

  it.each<[string, unknown]>([
    ['shop_demo_store', 'yes'],
    ['shop_demo_store_notice', ''],
    ['shop_demo_store_notice', 'x'.repeat(4_000)],
    ['shop_task_list_hidden', false],
    ['shop_task_list_dismissed_tasks', ['products', 'tax']],
    ['shop_ces_tracks_queue', [{ action: 'save', label: null, props: { deep: [1, true] } }]],
    ['shop_admin_install_timestamp', 1_795_212_000],
    ['shop_shipping_dismissed_timestamp', null],
    ['shop_default_country', 'IT'],
    ['shop_default_country', 'IT:RM'],
    ['shop_weight_unit', 'kg'],
    ['shop_onboarding_profile', { completed: true, industry: ['food'], selling_platforms: [null, 'a'] }],
    ['shop_onboarding_profile', {}],
  ])('%s can be %j', (name, value) => {
    expect(codesOf(name, value)).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['shop_demo_store', 'maybe', 'shop_demo_store rest_not_in_enum'],
    ['shop_demo_store', true, 'shop_demo_store rest_invalid_type'],
    ['shop_demo_store', null, 'shop_demo_store rest_invalid_type'],
    ['shop_task_list_hidden', 1, 'shop_task_list_hidden rest_invalid_type'],
    ['shop_demo_store_notice', 'x'.repeat(4_001), 'shop_demo_store_notice rest_too_long'],
    ['shop_demo_store_notice', 'a\0b', 'shop_demo_store_notice rest_invalid_pattern'],
    ['shop_demo_store_notice', '\ud800', 'shop_demo_store_notice rest_invalid_pattern'],
    ['shop_task_list_dismissed_tasks', 'products', 'shop_task_list_dismissed_tasks rest_invalid_type'],
    ['shop_task_list_dismissed_tasks', ['a', 5], 'shop_task_list_dismissed_tasks[1] rest_invalid_type'],
    [
      'shop_task_list_dismissed_tasks',
      Array.from({ length: 501 }, () => 'a'),
      'shop_task_list_dismissed_tasks rest_too_many_items',
    ],
    ['shop_ces_tracks_queue', [{ a: '\0' }], 'shop_ces_tracks_queue[0][a] rest_invalid_pattern'],
    ['shop_bacs_settings', nested(9), 'shop_bacs_settings[deeper] rest_invalid_pattern'],
    ['shop_bacs_settings', { 'a\0': 1 }, 'shop_bacs_settings rest_invalid_pattern'],
    ['shop_bacs_settings', [], 'shop_bacs_settings rest_invalid_type'],
    ['shop_admin_install_timestamp', 1.5, 'shop_admin_install_timestamp rest_invalid_type'],
    ['shop_default_country', 'it', 'shop_default_country rest_invalid_pattern'],
    ['shop_onboarding_profile', { completed: 'yes' }, 'shop_onboarding_profile[completed] rest_invalid_type'],
    ['shop_onboarding_profile', { other: 1 }, 'shop_onboarding_profile[other] rest_additional_properties_forbidden'],
    [
      'shop_onboarding_profile',
      JSON.parse('{"__proto__":{}}'),
      'shop_onboarding_profile[__proto__] rest_additional_properties_forbidden',
    ],
  ])('%s cannot be %j', (name, value, fault) => {
    expect(codesOf(name, value)).toEqual([fault]);
  });
});

function nested(depth: number): object {
  return depth === 0 ? {} : { deeper: nested(depth - 1) };
}
