import { optionNames } from '../../back-office/index.ts';
import { addPage } from '../../content/index.ts';
import { demandCapability, userIdOf } from '../../kernel/actor.ts';
import type { AuditNote } from '../../kernel/audit.ts';
import { useCase } from '../../kernel/use-case.ts';
import { saveSettings } from '../../settings/index.ts';
import type { OnboardingPorts } from '../ports.ts';

/** Published products from which on the homepage announces them. */
const MANY = 4;

const welcome = '<h2>Welcome to our store</h2><p>Write here what your store is about.</p>';
const layouts = {
  many: `${welcome}<h2>Our products</h2><p>Have a look at what is new, and at what others like most.</p>`,
  few: `${welcome}<h2>Opening soon</h2><p>Our first products are on their way.</p>`,
} as const;

/**
 * Publishes a homepage and shows it at the address of the site. While the page of an earlier call is published, that page is
 * shown and none is created.
 */
export const createHomepage = useCase(
  { access: 'manage_settings', effect: 'write', audit: 'onboarding.homepage' },
  (ports: OnboardingPorts) =>
    async (actor, _: object, { note }): Promise<{ readonly id: number }> => {
      demandCapability(actor, 'edit_content');
      const at = ports.clock.now();
      const { onboardingHomepage } = optionNames;
      // Merging nothing locks the option, so that concurrent requests create one page.
      const { after } = await ports.options.merge(onboardingHomepage, {}, at);
      const known = await publishedPage(ports, after.id);
      const id = known ?? (await newPage(ports, userIdOf(actor), note));
      const { frontPage } = await ports.shopSettings.read();
      note({ target: { type: 'page', id }, isIdle: known !== undefined && frontPage === id });
      if (known === undefined) await ports.options.merge(onboardingHomepage, { id }, at);
      if (frontPage !== id) await saveSettings(ports, { front_page: id });
      return { id };
    },
);

async function publishedPage({ pages }: OnboardingPorts, id: unknown): Promise<number | undefined> {
  if (typeof id !== 'number') return undefined;
  return (await pages.find(id))?.status === 'publish' ? id : undefined;
}

async function newPage(ports: OnboardingPorts, author: number, note: AuditNote): Promise<number> {
  const content = (await ports.products.countPublishedUpTo(MANY)) >= MANY ? layouts.many : layouts.few;
  const record = { title: 'Homepage', content, status: 'publish', author };
  return (await addPage(ports, { input: { record }, note })).id;
}
