import { query } from '../../kernel/use-case.ts';
import type { BackOfficePorts } from '../ports.ts';

/** Names the parts of the shop that this installation has switched on. */
export const listFeatures = query(
  'manage_store',
  ({ settings }: BackOfficePorts) =>
    async (): Promise<readonly string[]> =>
      settings.features,
);
