import { describe, expect, it } from 'vitest';
import { settingTexts } from '../../packages/core/src/settings/setting-texts.ts';
import { declaredSettings } from '../../packages/desk/src/words/es/settings.ts';

describe('declared texts in Spanish', () => {
  it.each(Object.entries(settingTexts))('name and describe the setting %s', (_, { label, description, unit }) => {
    for (const text of [label, description, ...(unit === null ? [] : [unit])])
      expect(declaredSettings[text], text).toBeDefined();
  });
});
