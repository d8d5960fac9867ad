import * as analytics from './analytics/index.ts';
import * as backOffice from './back-office/index.ts';
import { browserContexts } from './browser-contexts.ts';
import * as catalog from './catalog/index.ts';
import * as content from './content/index.ts';
import * as embeds from './embeds/index.ts';
import * as extensions from './extensions/index.ts';
import * as identity from './identity/index.ts';
import * as interchange from './interchange/index.ts';
import * as inventory from './inventory/index.ts';
import * as notifications from './notifications/index.ts';
import * as onboarding from './onboarding/index.ts';
import * as orders from './orders/index.ts';
import { partnerContexts } from './partner-contexts.ts';
import * as phones from './phones/index.ts';
import * as settings from './settings/index.ts';
import * as site from './site/index.ts';
import { systemContexts } from './system-contexts.ts';

/** Every context by name. The use cases among their exports can be run. */
export const contexts = {
  ...browserContexts,
  identity,
  inventory,
  catalog,
  content,
  embeds,
  orders,
  settings,
  interchange,
  analytics,
  site,
  backOffice,
  ...partnerContexts,
  extensions,
  onboarding,
  phones,
  notifications,
  ...systemContexts,
};

const names = new Map<unknown, string>(
  Object.entries(contexts).flatMap(([context, members]) =>
    Object.entries(members).map(([name, member]) => [member, `${context}.${name}`] as const),
  ),
);

/** The qualified name of an exported use case: `identity.createUser`. Undefined for any other value. */
export const nameOf = (useCase: unknown): string | undefined => names.get(useCase);
