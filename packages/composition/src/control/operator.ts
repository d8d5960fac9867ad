import { userInfo } from 'node:os';

/** The operating system's name of the user of this process; the numeric id where there is none. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
