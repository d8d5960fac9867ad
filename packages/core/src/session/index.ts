/** Sessions of browsers: signing in, renewing, and what a page has to know of the installation. */

export type { SessionPorts } from './ports.ts';
export type { SessionState, SignedIn } from './session-state.ts';
export { beginSession } from './use-cases/begin-session.ts';
export { changeSessionPassword, closeSession, renewSession } from './use-cases/change-session.ts';
export { readSession } from './use-cases/read-session.ts';
