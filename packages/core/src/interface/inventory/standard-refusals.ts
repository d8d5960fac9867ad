import { mayBeGrantedToMembers } from '../../kernel/capability.ts';
import type { DeclaredRefusals } from '../../kernel/use-case.ts';
import { commonRefusals, when } from '../refusals.ts';
import type { Route } from '../route.ts';
import { needsBody } from './steps.ts';

const takesBody = (method: string): boolean => method !== 'GET' && method !== 'DELETE';

const accessRefusals = ({ access }: Route): DeclaredRefusals => {
  if (access === 'anyone') return {};
  const unauthenticated = ['missing_token', 'invalid_token'];
  // Sessions of browsers send a nonce with every change.
  const badNonce = 'rest_cookie_invalid_nonce';
  if (access === 'own-session') return { unauthenticated, forbidden: [badNonce] };
  const due = 'password_change_required';
  if (access === 'signed-in') return { unauthenticated, forbidden: [badNonce, due] };
  const denied = mayBeGrantedToMembers(access) ? 'access_level_too_low' : 'admin_required';
  return { unauthenticated, forbidden: [badNonce, due, denied] };
};

const malformedBody = {
  json: 'malformed_json',
  form: 'malformed_request',
  csv: 'malformed_csv',
  multipart: 'malformed_request',
} as const;

const bodyRefusals = ({ accepts }: Route): DeclaredRefusals => ({
  malformed: accepts.map((kind) => malformedBody[kind]),
  'too-large': ['payload_too_large'],
  'unsupported-media': ['unsupported_media_type'],
});

/** Refusals of an operation that follow from its declaration: access, parameters, limits, preconditions, idempotency keys. */
export function standardRefusals(route: Route, method: string): readonly DeclaredRefusals[] {
  const { path, isProbe, versioned, once } = route;
  const isChange = method !== 'GET';
  return [
    accessRefusals(route),
    takesBody(method) ? bodyRefusals(route) : {},
    when(!isProbe, 'rate-limited', 'rate_limited'),
    when(path.includes('{'), 'not-found', 'not_found'),
    when(true, 'not-acceptable', 'not_acceptable'),
    // Every route refuses unknown parameters.
    when(true, 'invalid', 'validation_failed'),
    when(needsBody(route), 'invalid', 'body_required'),
    when(isChange && versioned, 'precondition-failed', 'precondition_failed'),
    when(isChange && versioned, 'precondition-required', 'precondition_required'),
    ...(isProbe ? [] : commonRefusals({ once, isWrite: isChange })),
    ...route.refusals,
  ];
}
