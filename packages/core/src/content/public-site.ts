import type { ShopSettings } from '../commerce/index.ts';
import type { ContentPorts } from './ports.ts';

/** Name and description of the site. */
export interface PublicSite {
  readonly name: string;
  readonly description: string;
}

export const publicSiteOf = (
  { siteName, siteDescription }: ShopSettings,
  { settings }: Pick<ContentPorts, 'settings'>,
): PublicSite => ({ name: siteName ?? settings.siteName, description: siteDescription ?? '' });
