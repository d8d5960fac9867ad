import { userInfo } from 'node:os';
import type { Actor } from '@backroom/core';
import type { Application } from '../compose.ts';

/** The operating system's name of the user of this process; the numeric id where there is none. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** The actor of a command; its operator is recorded as `cli:<operator>` in the audit log. */
export async function actorOf(
  application: Application,
  { operator, as }: { readonly operator: string; readonly as: string | undefined },
): Promise<Actor> {
  return { ...(await application.actor('command_line', as)), operator: `cli:${operator}` };
}
