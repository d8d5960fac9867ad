import { type EventsOf, member, optional, text } from '../kernel/events/event-declaration.ts';

const at = member<Date>('Date', 'The time of the change.');
const members = { at, slug: text('Slug of the extension.'), version: text('Its version.') };

/** Installed extensions. */
export const extensionEvents = {
  'extension.install_requested': {
    about: 'The installation or activation of extensions was submitted as a job.',
    members: {
      at,
      slugs: member<readonly string[]>('readonly string[]', 'Slugs of the extensions.'),
      jobId: text('Id of the job.'),
    },
  },
  'extension.installed': { about: 'An extension was installed, or another version of it.', members },
  'extension.activated': { about: 'An extension was activated, and a server has loaded it.', members },
  'extension.deactivated': { about: 'An extension was deactivated.', members },
  'extension.removed': { about: 'An extension was removed.', members },
  'extension.failed': {
    about: 'An extension could not be installed or loaded.',
    members: { at, slug: members.slug, version: optional(members.version), reason: text('Why, for administrators.') },
  },
} as const;

declare module '../kernel/events/events.ts' {
  interface EventTypes extends EventsOf<typeof extensionEvents> {}
}
