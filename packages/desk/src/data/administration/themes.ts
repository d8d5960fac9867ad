import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../api/inventory.d.ts';
import { answerOf, inventory, shop } from '../client.ts';
import { Refused } from '../refusal.ts';
import { sendJson } from '../send.ts';
import type { WriteHeaders } from '../writing.ts';

export type Theme = Schemas['Theme'];

export const themesQuery = queryOptions({
  queryKey: ['themes'],
  queryFn: ({ signal }) => answerOf(inventory.GET('/themes', { signal })),
  meta: { topics: ['settings'] },
});

/** What is done with a theme. */
export interface ThemeAct {
  readonly act: 'install' | 'activate' | 'remove';
  readonly slug: string;
}

/** Installs a theme of the catalogue, makes the pages use one, or removes one. */
export async function actOnTheme({ act, slug }: ThemeAct, headers: WriteHeaders): Promise<void> {
  const asked = { body: { theme: slug }, headers: { ...headers } };
  if (act === 'remove') await sendJson(`/themes/${slug}`, { method: 'DELETE', headers: { ...headers } });
  else if (act === 'install') await answerOf(shop.POST('/shop-admin/onboarding/themes/install', asked));
  else await answerOf(shop.POST('/shop-admin/onboarding/themes/activate', asked));
}

/**
 * Installs a theme from a file.
 * @throws Refused with the reason, which is inside of an answer with 200
 */
export async function uploadTheme(file: File, headers: WriteHeaders): Promise<void> {
  const form = new FormData();
  form.set('pluginzip', file);
  const { status, message } = await answerOf(
    shop.POST('/shop-admin/themes', {
      body: form as never,
      bodySerializer: (body) => body as never,
      headers: { ...headers },
    }),
  );
  if (status === 'error') throw new Refused(new Response(null, { status: 422 }), { message });
}
