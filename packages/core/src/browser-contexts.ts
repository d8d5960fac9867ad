import * as live from './live/index.ts';
import * as overview from './overview/index.ts';
import * as session from './session/index.ts';

/** The contexts that serve pages in browsers. */
export const browserContexts = { session, live, overview };
