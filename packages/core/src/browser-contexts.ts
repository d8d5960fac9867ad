import * as live from './live/index.ts';
import * as overview from './overview/index.ts';
import * as session from './session/index.ts';

/** The contexts of clients in browsers: sessions, events, search. */
export const browserContexts = { session, live, overview };
