import { useCase } from '../../kernel/use-case.ts';
import type { Extension } from '../extension.ts';
import type { ExtensionPorts } from '../ports.ts';
import { isWorking } from '../setup/is-working.ts';

/** Lists the installed extensions by slug. */
export const listInstalledExtensions = useCase(
  { access: 'manage_store', effect: 'read' },
  ({ extensions }: ExtensionPorts) =>
    async (_, __: object): Promise<readonly Extension[]> =>
      extensions.list(),
);

/** Lists the activated extensions by slug, without failed ones. */
export const listActiveExtensions = useCase(
  { access: 'manage_store', effect: 'read' },
  ({ extensions }: ExtensionPorts) =>
    async (_, __: object): Promise<readonly Extension[]> =>
      (await extensions.list()).filter(isWorking),
);
