import { eventDeclarations } from '@backroom/core';
import { code, page, table } from './markdown.ts';

/** All events of the core with their members. */
export function eventsPage(): string {
  const declared = Object.entries(eventDeclarations).sort(([one], [other]) => (one < other ? -1 : 1));
  return page(
    'Events',
    'A program that embeds the core subscribes to committed changes. A listener is called once per event, after the commit, in',
    'the process that made the change; its failure is logged and changes nothing. Nothing is delivered again after a crash.',
    '',
    '```ts',
    "const unsubscribe = core.events.on('order.stored', (event) => console.log(event.orderId, event.status));",
    '```',
    '',
    'The type of `event` follows from the name. Identifiers of types are those of `@backroom/core` and its subpaths.',
    '',
    ...declared.flatMap(([name, { about, members }]) => [
      `## ${name}`,
      '',
      about,
      '',
      ...table(
        ['member', 'type', 'meaning'],
        Object.entries(members).map(([member, { type, about: meaning, isOptional }]) => [
          code(member),
          code(type),
          isOptional ? `${meaning} May be absent.` : meaning,
        ]),
      ),
    ]),
  );
}
