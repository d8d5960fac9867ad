import { type EventsOf, member, text } from '../kernel/events/event-declaration.ts';

const at = member<Date>('Date', 'The time of the change.');
const members = { at, slug: text('Slug of the theme.'), version: text('Its version.') };

/** Installed themes. */
export const themeEvents = {
  'theme.installed': { about: 'A theme was installed, or another version of it.', members },
  'theme.activated': {
    about: 'The pages use another theme.',
    members: { at, slug: text('Slug of the theme; `default` for the one that is always there.') },
  },
  'theme.removed': { about: 'A theme was removed.', members },
} as const;

declare module '../kernel/events/events.ts' {
  interface EventTypes extends EventsOf<typeof themeEvents> {}
}
