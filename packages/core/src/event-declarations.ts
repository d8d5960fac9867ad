import { optionEvents } from './back-office/index.ts';
import { catalogEvents } from './catalog/index.ts';
import { connectorEvents } from './connector/index.ts';
import { extensionEvents } from './extensions/index.ts';
import { identityEvents } from './identity/index.ts';
import { inventoryEvents } from './inventory/index.ts';
import type { EventDeclaration } from './kernel/events/event-declaration.ts';
import type { EventName } from './kernel/events/events.ts';
import { marketplaceEvents } from './marketplace/index.ts';
import { mailEvents } from './notifications/index.ts';
import { onboardingEvents } from './onboarding/index.ts';
import { orderEvents } from './orders/index.ts';
import { phoneEvents } from './phones/index.ts';
import { themeEvents } from './themes/index.ts';

/** Every event of the core with its meaning and members. */
export const eventDeclarations: { readonly [K in EventName]: EventDeclaration } = {
  ...orderEvents,
  ...inventoryEvents,
  ...catalogEvents,
  ...identityEvents,
  ...phoneEvents,
  ...optionEvents,
  ...mailEvents,
  ...onboardingEvents,
  ...marketplaceEvents,
  ...extensionEvents,
  ...connectorEvents,
  ...themeEvents,
};
