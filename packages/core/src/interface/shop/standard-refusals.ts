import type { DeclaredRefusals } from '../../kernel/use-case.ts';
import { commonRefusals, when } from '../refusals.ts';
import type { ShopRoute } from './route.ts';

const takesBody = (method: string): boolean => method !== 'GET';

/** Every credential that is sent is verified, also where none is needed. */
const unauthenticated = [
  'invalid_token',
  'incorrect_password',
  'application_password_expired',
  'application_passwords_disabled',
];
/** Sessions of browsers send a nonce with every request. */
const badNonce = 'rest_cookie_invalid_nonce';

const accessRefusals = ({ access, refusal }: ShopRoute): DeclaredRefusals => {
  if (access === 'anyone') return { unauthenticated, forbidden: [badNonce] };
  const own = access === 'own-session' || access === 'signed-in' ? [] : [refusal.code];
  return {
    unauthenticated: [refusal.code, ...unauthenticated],
    forbidden: [...own, badNonce, 'password_change_required'],
  };
};

/** Refusals of an operation that follow from its declaration: access, parameters, limits, idempotency keys. */
export function standardRefusals(route: ShopRoute, method: string): readonly DeclaredRefusals[] {
  const { params, variables, once, versioned } = route;
  const required = Object.values(params).some((schema) => schema.required === true);
  const hasParams = Object.keys(params).length + Object.keys(variables).length > 0;
  return [
    accessRefusals(route),
    when(hasParams || once, 'invalid', 'rest_invalid_param'),
    when(required, 'malformed', 'rest_missing_callback_param'),
    when(takesBody(method), 'malformed', 'rest_invalid_json', 'rest_invalid_form'),
    when(takesBody(method), 'too-large', 'rest_payload_too_large'),
    when(true, 'rate-limited', 'rate_limit_exceeded'),
    when(versioned, 'precondition-failed', 'precondition_failed'),
    when(once, 'malformed', 'rest_invalid_header'),
    ...commonRefusals({ once, isWrite: takesBody(method) }),
    ...route.refusals,
  ];
}
