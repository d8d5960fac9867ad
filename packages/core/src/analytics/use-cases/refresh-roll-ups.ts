import { useCase } from '../../kernel/use-case.ts';
import { finishRecomputing } from '../finish-recomputing.ts';
import type { RecomputePorts } from '../recompute.ts';

/** Input of `refreshRollUps`; it stops when `mayGoOn` returns false. */
export interface RefreshRollUpsInput {
  readonly mayGoOn?: () => boolean;
}

/** Number of moved rows, and the duration. */
export interface RefreshRollUpsReport {
  readonly rows: number;
  readonly milliseconds: number;
}

/**
 * Continues pending recounts and rebuilds, then moves pending rows into their roll-ups. Reports are correct without it,
 * but slower.
 */
export const refreshRollUps = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own' },
  (ports: RecomputePorts) =>
    async (_, { mayGoOn = () => true }: RefreshRollUpsInput): Promise<RefreshRollUpsReport> => {
      const { facts, clock } = ports;
      const since = clock.now().getTime();
      await finishRecomputing(ports, { mayGoOn });
      const rows = mayGoOn() ? await facts.refresh() : 0;
      return { rows, milliseconds: clock.now().getTime() - since };
    },
);
