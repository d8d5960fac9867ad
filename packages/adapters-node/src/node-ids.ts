import { randomUUID } from 'node:crypto';
import type { Ids } from '@backroom/core';

/** Random UUIDs (version 4) through `node:crypto`. */
export class NodeIds implements Ids {
  next(): string {
    return randomUUID();
  }
}
