import { type EventsOf, text } from '../kernel/events/event-declaration.ts';

const job = text('Id of the job.');
const file = text('Name of the file.');

/** Catalogue feeds for points of sale. */
export const catalogEvents = {
  'pos_catalog.scheduled': { about: 'A catalogue feed was requested.', members: { job } },
  'pos_catalog.completed': { about: 'A catalogue feed was written.', members: { job, file } },
  'pos_catalog.failed': {
    about: 'A catalogue feed could not be written.',
    members: { job, code: text('Code of the fault.') },
  },
  'pos_catalog.expired': {
    about: 'The file of a catalogue feed was deleted at the end of its lifetime.',
    members: { file },
  },
} as const;

declare module '../kernel/events/events.ts' {
  interface EventTypes extends EventsOf<typeof catalogEvents> {}
}
