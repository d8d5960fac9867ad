import { type Actor, demand } from '../../kernel/actor.ts';
import type { Match } from '../match.ts';
import type { ShopRoute } from './route.ts';

/** Methods of a path that this caller may use. */
export function allowedMethods(matches: readonly Match<ShopRoute>[], actor: Actor): readonly string[] {
  const [first] = matches;
  const allowed = first?.address.routes.filter(({ access }) => isAdmitted(actor, access)) ?? [];
  return [...new Set(allowed.flatMap(({ methods }) => methods))];
}

/** The same as an `Allow` header; empty if there are none. */
export function allowHeader(matches: readonly Match<ShopRoute>[], actor: Actor): Readonly<Record<string, string>> {
  const methods = allowedMethods(matches, actor);
  return methods.length === 0 ? {} : { Allow: methods.join(', ') };
}

/** Whether a caller has the permission of a route. */
export function isAdmitted(actor: Actor, access: ShopRoute['access']): boolean {
  if (access === 'anyone') return true;
  if (actor.userId === undefined) return false;
  try {
    demand(actor, access);
    return true;
  } catch {
    return false;
  }
}
