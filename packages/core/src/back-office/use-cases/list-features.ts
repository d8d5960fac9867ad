import { useCase } from '../../kernel/use-case.ts';
import type { BackOfficePorts } from '../ports.ts';

/** Names the parts of the shop that this installation has switched on. */
export const listFeatures = useCase(
  { access: 'manage_store', effect: 'read' },
  ({ settings }: BackOfficePorts) =>
    async (): Promise<readonly string[]> =>
      settings.features,
);
