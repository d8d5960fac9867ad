import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../api/shop.d.ts';
import { answerOf, shop } from '../client.ts';
import type { WriteHeaders } from '../writing.ts';

export type OnboardingTask = Schemas['OnboardingTask'];
export type OnboardingList = Schemas['OnboardingTaskList'];

export const onboardingQuery = queryOptions({
  queryKey: ['onboarding'],
  queryFn: ({ signal }) => answerOf(shop.GET('/shop-admin/onboarding/tasks', { signal })),
  meta: { topics: ['settings', 'catalog'] },
});

/** A change of a task or of a list. */
export type OnboardingChange =
  | { readonly change: 'action' | 'dismiss' | 'undo_dismiss' | 'undo_snooze' | 'hide' | 'unhide'; readonly id: string }
  | { readonly change: 'snooze'; readonly id: string; readonly duration: 'hour' | 'day' | 'week' };

/** Changes the state of a task, or hides and shows a list. */
export async function changeOnboarding(given: OnboardingChange, headers: WriteHeaders): Promise<void> {
  const path = `/shop-admin/onboarding/tasks/${given.id}/${given.change}`;
  const body = given.change === 'snooze' ? { duration: given.duration } : {};
  await answerOf(shop.POST(path as never, { body, headers: { ...headers } } as never));
}

/** Sets an option that is a fact of a task, such as `shop_no_sales_tax`. */
export async function stateFact(option: string, headers: WriteHeaders): Promise<void> {
  await answerOf(shop.POST('/shop-admin/options', { body: { [option]: 'yes' } as never, headers: { ...headers } }));
}

/** Adds nine published products, whose SKUs begin with `sample-`. */
export async function importSamples(_: undefined, headers: WriteHeaders): Promise<void> {
  await answerOf(shop.POST('/shop-admin/onboarding/tasks/import_sample_products', { headers: { ...headers } }));
}
