import type { PublishedNames } from '../../interface/published-names.ts';
import { type Route, route, section } from '../../interface/route.ts';
import { password, text } from '../../interface/schema.ts';
import {
  beginSession,
  changeSessionPassword,
  closeSession,
  readSession,
  renewSession,
  type SessionState,
} from '../index.ts';
import { presentSession } from './presenters.ts';
import { sessionShape } from './shapes.ts';

const cookieOf = ({ token }: SessionState) => token && { content: token.accessToken, seconds: token.expiresIn };
const secret = password({ required: true, maxLength: 1_024 });

/** Routes of the sessions of browsers. */
export const sessionRoutes = (names: PublishedNames): readonly Route[] => {
  const published = { present: presentSession(names), returns: sessionShape, cookie: cookieOf };
  return section('Session', ...beginnings(published), ...changes(published));
};

interface PublishedSession {
  readonly present: ReturnType<typeof presentSession>;
  readonly returns: typeof sessionShape;
  readonly cookie: typeof cookieOf;
}

const beginnings = (published: PublishedSession): readonly Route[] => [
  route({
    methods: ['GET'],
    path: '/session',
    summary: 'Read the session of this browser; without one the nonce to begin it.',
    identifiesBrowsers: true,
    useCase: readSession,
    ...published,
  }),
  route({
    methods: ['POST'],
    path: '/session',
    summary: 'Sign this browser in; the token goes to a cookie that scripts cannot read.',
    identifiesBrowsers: true,
    params: { username: text({ required: true, maxLength: 320 }), password: secret },
    useCase: beginSession,
    ...published,
  }),
];

const changes = (published: PublishedSession): readonly Route[] => [
  route({
    methods: ['DELETE'],
    path: '/session',
    summary: 'Sign this browser out.',
    status: 204,
    useCase: closeSession,
    cookie: () => null,
  }),
  route({
    methods: ['POST'],
    path: '/session/renewal',
    summary: 'Go on with the session for eight hours, at most to its end.',
    useCase: renewSession,
    ...published,
  }),
  route({
    methods: ['PUT'],
    path: '/session/password',
    summary: 'Set a new password; ends all older sessions and begins a new one in this browser.',
    params: { current_password: secret, new_password: secret },
    useCase: changeSessionPassword,
    ...published,
  }),
];
