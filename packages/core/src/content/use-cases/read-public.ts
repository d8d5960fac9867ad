import { useCase } from '../../kernel/use-case.ts';
import type { ContentPorts } from '../ports.ts';
import { findPublic, type PublicAddress, type PublicContent } from '../public-content.ts';
import { type PublicSite, publicSiteOf } from '../public-site.ts';

/** A public page with the site that it belongs to; without content it is the front page of a site that has set none. */
export interface PublicView {
  readonly site: PublicSite;
  readonly shown: PublicContent | undefined;
}

/**
 * Reads what a public address shows: a published product or page, or the front page.
 * @throws DomainError `not_found`
 */
export const readPublic = useCase(
  { access: 'anyone', effect: 'read', refusals: { 'not-found': ['not_found'] } },
  (ports: ContentPorts) =>
    async (_, { address }: { readonly address: PublicAddress }): Promise<PublicView> => {
      const settings = await ports.shopSettings.read();
      const site = publicSiteOf(settings, ports);
      // The address of the site itself always answers, so that clients find the interface.
      if (address.kind === 'front' && !ports.settings.publicPages) return { site, shown: undefined };
      return { site, shown: await findPublic(ports, address, settings) };
    },
);
