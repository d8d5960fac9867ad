/** Server-sent events: topics of committed changes. */

export { LiveFeed, type LiveNews, type LiveReader, type LiveStream } from './live-feed.ts';
export type { CommittedChanges, LivePorts } from './ports.ts';
export { livePorts } from './ports.ts';
export { type Topic, topics } from './topics.ts';
export { followChanges } from './use-cases/follow-changes.ts';
