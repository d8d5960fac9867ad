import { useCase } from '../../kernel/use-case.ts';
import type { BackOfficePorts } from '../ports.ts';

/** Lists the enabled features of this installation. */
export const listFeatures = useCase(
  { access: 'manage_store', effect: 'read' },
  ({ settings }: BackOfficePorts) =>
    async (): Promise<readonly string[]> =>
      settings.features,
);
