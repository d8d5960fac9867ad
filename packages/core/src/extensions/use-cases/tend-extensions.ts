import { isRoutine } from '../../kernel/errors.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { ExtensionPorts } from '../ports.ts';
import { activateExtension } from '../setup/activate.ts';

/** Milliseconds after which the process that activates an extension counts as lost. */
const LOST = 60_000;
/** Milliseconds after which what no row names counts as left behind. */
const LEFT_BEHIND = 15 * 60_000;

/** Activates extensions again whose activation a lost process has left, and returns their number. */
export const resumeActivations = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own', runsLong: true },
  (ports: ExtensionPorts) =>
    async (_, __: object): Promise<number> => {
      const before = ports.clock.now().getTime() - LOST;
      const left = (await ports.extensions.list()).filter(
        ({ state, activatedAt }) => state === 'starting' && (activatedAt?.getTime() ?? 0) < before,
      );
      for (const { slug } of left)
        await activateExtension(ports, slug).catch((cause: unknown) => {
          if (!isRoutine(cause)) ports.log.warn('extension not activated', { slug, reason: String(cause) });
        });
      return left.length;
    },
);

/** Removes what killed processes left in the folder of extensions, and returns the number of folders. */
export const sweepExtensions = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own' },
  ({ extensions, extensionInstaller, clock }: ExtensionPorts) =>
    async (_, __: object): Promise<number> => {
      const rows = await extensions.list();
      const used = rows.flatMap(({ folder, previousFolder }) => [folder, previousFolder ?? folder]);
      return extensionInstaller.sweep(new Set(used), new Date(clock.now().getTime() - LEFT_BEHIND));
    },
);
