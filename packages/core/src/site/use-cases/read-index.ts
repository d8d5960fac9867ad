import { DomainError } from '../../kernel/errors.ts';
import type { SiteFacts } from '../../kernel/site-facts.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { SitePorts } from '../ports.ts';

/** Returns the index of the shop interface: the site and its namespaces. */
export const readSiteIndex = useCase(
  { access: 'anyone', effect: 'read' },
  ({ settings, shopSettings }: SitePorts) =>
    async ({ origin }, { describe }: { describe(facts: SiteFacts): object }): Promise<object> => {
      const { siteName, siteDescription, timeZone, frontPage } = await shopSettings.read();
      return describe({
        name: siteName ?? settings.siteName,
        description: siteDescription ?? '',
        timeZone,
        frontPage,
        hasApplicationPasswords:
          settings.applicationPasswords && (settings.siteEnvironment === 'local' || origin.isSecure === true),
      });
    },
);

/**
 * Returns the index of one namespace of the shop interface.
 * @throws DomainError `rest_invalid_namespace`
 */
export const readNamespaceIndex = useCase(
  { access: 'anyone', effect: 'read', refusals: { 'not-found': ['rest_invalid_namespace'] } },
  (_: SitePorts) =>
    async (_actor, { describe }: { describe(): object | undefined }): Promise<object> => {
      const index = describe();
      if (!index) throw new DomainError('not-found', 'rest_invalid_namespace', 'There is no such namespace.');
      return index;
    },
);
