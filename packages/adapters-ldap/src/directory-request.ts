import type { DirectoryAccess } from '@backroom/core/identity';
import type { HostRules, ServerAddress } from './addresses.ts';

/** Context of one operation on a directory: its settings, the permitted hosts and the time limit. */
export interface DirectoryRequest {
  readonly access: DirectoryAccess;
  readonly hosts: HostRules;
  readonly signal: AbortSignal;
  /** Called before each connection attempt. */
  readonly onAttempt?: (server: ServerAddress) => void;
}
