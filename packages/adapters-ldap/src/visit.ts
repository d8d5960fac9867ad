import type { DirectoryAccess } from '@backroom/core';
import type { HostRules, ServerAddress } from './addresses.ts';

/** One errand to a directory: what it is asked with, where that may lead, and when it has to be over. */
export interface Visit {
  readonly access: DirectoryAccess;
  readonly hosts: HostRules;
  readonly signal: AbortSignal;
  /** Hears which server is tried next. */
  readonly tries?: (server: ServerAddress) => void;
}
