import { type Route, route, section } from '../../interface/route.ts';
import { followChanges } from '../index.ts';

/** The event stream of committed changes. */
export const liveRoutes: readonly Route[] = section(
  'Session',
  route({
    methods: ['GET'],
    path: '/events',
    summary: 'Follow committed changes by topic, as server-sent events.',
    useCase: followChanges,
    follows: true,
  }),
);
