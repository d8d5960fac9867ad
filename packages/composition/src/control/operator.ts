import { userInfo } from 'node:os';

/** The name under which the machine knows whoever runs this process; its number where there is no name. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
