import { optionNames } from '../../back-office/index.ts';
import { withSlugs } from '../../catalog/index.ts';
import { productRecord } from '../../commerce/index.ts';
import { userIdOf } from '../../kernel/actor.ts';
import { invalidField } from '../../kernel/errors.ts';
import { demandRecord } from '../../kernel/records/read-record.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { OnboardingPorts } from '../ports.ts';
import { type AddedProducts, addProducts } from '../products/new-products.ts';
import { placeholderProducts, sampleProducts } from '../products/sample-products.ts';
import { productTemplates } from '../products/templates.ts';
import { readPlan } from '../tasks/plan.ts';
import { recordCompletion } from '../tasks/record-completion.ts';

/**
 * Adds the sample products, published; those whose SKU exists are left as they are.
 * @throws DomainError `shop_rest_product_exists` if another request takes one of the SKUs meanwhile
 */
export const importSampleProducts = useCase(
  {
    access: 'edit_products',
    effect: 'write',
    audit: 'onboarding.sample_products',
    refusals: { conflict: ['shop_rest_product_exists'] },
  },
  (ports: OnboardingPorts) =>
    async (actor, _: object, { note }): Promise<AddedProducts> => {
      const before = await ports.onboardingState.hold();
      const added = await addProducts(ports, sampleProducts);
      const count = added.products.length + added.variations.length;
      note({ isIdle: count === 0, changes: { products: { from: 0, to: count } } });
      if (count > 0) await recordCompletion(ports, { actor, plan: await readPlan(ports), before, state: before });
      return added;
    },
);

/**
 * Makes sure that the placeholder products exist: drafts that are not public.
 * @throws DomainError `shop_rest_product_exists` if another request takes one of the SKUs meanwhile
 */
export const addPlaceholderProducts = useCase(
  {
    access: 'manage_settings',
    effect: 'write',
    audit: 'onboarding.placeholder_products',
    refusals: { conflict: ['shop_rest_product_exists'] },
  },
  (ports: OnboardingPorts) =>
    async (_, __: object, { note }): Promise<void> => {
      await ports.onboardingState.hold();
      const { products } = await addProducts(ports, placeholderProducts);
      note({ isIdle: products.length === 0, changes: { products: { from: 0, to: products.length } } });
    },
);

/**
 * Creates a product of a template with the status `auto-draft`, which lists show only when asked for. While the caller's last
 * draft of the template has that status, its id is returned and nothing is created.
 * @throws DomainError `validation_failed` for an unknown template
 */
export const createProductFromTemplate = useCase(
  { access: 'edit_products', effect: 'write', audit: 'onboarding.product_template' },
  (ports: OnboardingPorts) =>
    async (actor, { templateName }: { readonly templateName: string }, { note }): Promise<{ readonly id: number }> => {
      const { options, products, clock } = ports;
      const template = productTemplates.get(templateName);
      if (!template) throw templateUnknown();
      const name = `${templateName}:${userIdOf(actor)}`;
      const at = clock.now();
      // Merging nothing locks the option, so that concurrent requests create one draft.
      const { after: drafts } = await options.merge(optionNames.templateDrafts, {}, at);
      const last = drafts[name];
      if (typeof last === 'number' && (await products.find(last))?.status === 'auto-draft') {
        note({ isIdle: true });
        return { id: last };
      }
      const [id = 0] = await products.nextIds(1);
      const record = { ...template, id, status: 'auto-draft', created_at: at.toISOString() };
      await products.saveProducts(await withSlugs(ports, [demandRecord(productRecord, record)]), at);
      await options.merge(optionNames.templateDrafts, { [name]: id }, at);
      note({ target: { type: 'product', id }, changes: { template: { from: null, to: templateName } } });
      return { id };
    },
);

const templateUnknown = () =>
  invalidField(
    'template_name',
    'validation_failed',
    `template_name must be one of ${[...productTemplates.keys()].join(', ')}.`,
  );
