import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import type { OpenStores } from '../builders/stores.ts';
import { aTheme } from '../builders/theme.ts';
import { contract } from '../contract.ts';

const LATER = new Date(NOON.getTime() + 60_000);

/** Promises of every ThemeStore. */
export const themeStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`ThemeStore: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());

    it('returns a theme as it was added, and lists themes by slug', async () => {
      const { themes } = stores;
      const first = aTheme();
      const second = aTheme({ source: 'catalogue', style: { light: {}, dark: {} } });
      for (const each of [second, first]) await themes.insert(each);
      expect(await themes.find(first.slug)).toEqual(first);
      expect(await themes.find(second.slug)).toEqual(second);
      expect(await themes.find(`${first.slug}x`)).toBeUndefined();
      const slugs = (await themes.list()).map(({ slug }) => slug);
      expect(slugs).toEqual(slugs.toSorted());
      expect(slugs).toEqual(expect.arrayContaining([first.slug, second.slug]));
    });

    it('has one active theme at most, which cannot be removed', async () => {
      const { themes } = stores;
      const first = aTheme();
      const second = aTheme();
      for (const each of [first, second]) await themes.insert(each);
      expect(await themes.activate(first.slug, NOON)).toBe(true);
      expect(await themes.activate(first.slug, LATER)).toBe(false);
      expect(await themes.active()).toEqual({ ...first, isActive: true, activatedAt: NOON });
      expect(await themes.activate(second.slug, LATER)).toBe(true);
      expect(await themes.active()).toMatchObject({ slug: second.slug, activatedAt: LATER });
      expect(await themes.remove(second.slug)).toBe(false);
      expect(await themes.activate(null, LATER)).toBe(true);
      expect(await themes.activate(null, LATER)).toBe(false);
      expect(await themes.active()).toBeUndefined();
      expect([await themes.remove(second.slug), await themes.remove(second.slug)]).toEqual([true, false]);
    });

    it('adds a slug once, and activates one of several at the same time', async () => {
      const { themes, unitOfWork } = stores;
      const draft = aTheme();
      const add = () =>
        unitOfWork.run(async () => {
          if (!(await themes.find(draft.slug))) await themes.insert(draft);
        });
      await Promise.all([add(), add(), add(), add()]);
      const others = Array.from({ length: 4 }, () => aTheme());
      for (const each of others) await themes.insert(each);
      await Promise.all(others.map(({ slug }) => unitOfWork.run(() => themes.activate(slug, NOON))));
      expect((await themes.list()).filter(({ isActive }) => isActive)).toHaveLength(1);
    });
  });
