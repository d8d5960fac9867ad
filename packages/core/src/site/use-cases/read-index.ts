import { DomainError } from '../../kernel/errors.ts';
import type { SiteFacts } from '../../kernel/site-facts.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { SitePorts } from '../ports.ts';

/** Tells clients of the shop interface what this site is and what it publishes. */
export const readSiteIndex = useCase(
  { access: 'anyone', effect: 'read' },
  ({ settings, shopSettings }: SitePorts) =>
    async ({ origin }, { describe }: { describe(facts: SiteFacts): object }): Promise<object> => {
      const { siteName, siteDescription, timeZone } = await shopSettings.read();
      return describe({
        name: siteName ?? settings.siteName,
        description: siteDescription ?? '',
        timeZone,
        hasApplicationPasswords: settings.siteEnvironment === 'local' || origin.isSecure === true,
      });
    },
);

/**
 * Tells what one namespace of the shop interface publishes.
 * @throws DomainError `rest_invalid_namespace`
 */
export const readNamespaceIndex = useCase(
  { access: 'anyone', effect: 'read' },
  (_: SitePorts) =>
    async (_actor, { describe }: { describe(): object | undefined }): Promise<object> => {
      const index = describe();
      if (!index) throw new DomainError('not-found', 'rest_invalid_namespace', 'There is no such namespace.');
      return index;
    },
);
