import { shopPath } from './interface-names.ts';
import { send } from './send.ts';

/** The list of the first steps, as far as the start looks at it. */
interface FirstSteps {
  readonly isVisible: boolean;
  readonly isComplete: boolean;
  readonly tasks: readonly { readonly id: string; readonly isComplete: boolean }[];
}

/**
 * Whether a shop begins with the tasks: it has no published product, and the list of the first steps is neither complete nor
 * hidden. Part of the first load, so without the typed client.
 */
export async function beginsWithTasks(): Promise<boolean> {
  const response = await send(new Request(shopPath('/shop-admin/onboarding/tasks?ids=setup')));
  if (!response.ok) return false;
  const [setup] = (await response.json()) as readonly FirstSteps[];
  const products = setup?.tasks.find(({ id }) => id === 'products');
  return setup?.isVisible === true && !setup.isComplete && products?.isComplete === false;
}
