import { type EventsOf, member, number, text } from '../kernel/events/event-declaration.ts';

const members = {
  at: member<Date>('Date', 'The time of the change.'),
  productId: number('Id of the product in the extension catalogue.'),
};
const site = text('Base address of the site.');

/** Licences of extensions and themes. */
export const marketplaceEvents = {
  'marketplace.connected': { about: 'A site was connected with a licence.', members: { ...members, site } },
  'marketplace.disconnected': { about: 'A site was disconnected from a licence.', members: { ...members, site } },
  'marketplace.order_created': {
    about: 'A free product was ordered.',
    members: { ...members, orderId: number('Id of the order.') },
  },
} as const;

declare module '../kernel/events/events.ts' {
  interface EventTypes extends EventsOf<typeof marketplaceEvents> {}
}
