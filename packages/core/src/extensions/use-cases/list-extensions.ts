import { useCase } from '../../kernel/use-case.ts';
import { extensionNotInstalled } from '../errors.ts';
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

/** An extension by its slug, and a number of lines. */
export interface ExtensionLogInput {
  readonly slug: string;
  readonly lines: number;
}

/**
 * Reads the last lines that an extension has logged.
 * @throws DomainError `extension_not_installed`
 */
export const readExtensionLog = useCase(
  { access: 'manage_extensions', effect: 'read', refusals: { 'not-found': ['extension_not_installed'] } },
  ({ extensions, extensionLogs }: ExtensionPorts) =>
    async (_, { slug, lines }: ExtensionLogInput): Promise<readonly string[]> => {
      if (!(await extensions.find(slug))) throw extensionNotInstalled(slug);
      return extensionLogs.tail(slug, lines);
    },
);

/** Lists the activated extensions by slug, without failed ones. */
export const listActiveExtensions = useCase(
  { access: 'manage_store', effect: 'read' },
  ({ extensions }: ExtensionPorts) =>
    async (_, __: object): Promise<readonly Extension[]> =>
      (await extensions.list()).filter(isWorking),
);
