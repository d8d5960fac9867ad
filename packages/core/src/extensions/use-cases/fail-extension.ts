import { auditChangesOf } from '../../kernel/audit.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { ExtensionPorts } from '../ports.ts';

/** Maximum characters of a stored reason. */
const REASON_LENGTH = 1_000;

/** The extension that has failed, as its row described it when it was loaded. */
export interface FailedExtension {
  readonly slug: string;
  readonly version: string;
  readonly folder: string;
  /** For the administrator. */
  readonly reason: string;
}

/**
 * Marks an active extension as failed, in all processes; nothing happens if it has been deactivated or updated since it was
 * loaded. Returns whether it was marked.
 */
export const failExtension = useCase(
  { access: 'manage_system', effect: 'write', repeats: 'none', audit: 'extension.fail' },
  ({ extensions }: Pick<ExtensionPorts, 'extensions'>) =>
    async (_, { slug, version, folder, reason }: FailedExtension, { note }): Promise<boolean> => {
      const extension = await extensions.hold(slug);
      const isSame = extension?.isActive && extension.version === version && extension.folder === folder;
      const target = { type: 'extension', id: slug };
      if (!isSame || extension.state === 'failed') {
        note({ target, isIdle: true });
        return false;
      }
      const failed = { state: 'failed', failure: reason.slice(0, REASON_LENGTH) } as const;
      await extensions.save({ ...extension, ...failed });
      note({ target, changes: auditChangesOf(extension, failed) });
      return true;
    },
);
