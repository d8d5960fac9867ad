import { useCase } from '../../kernel/use-case.ts';
import type { SitePorts } from '../ports.ts';

/** The running build; the runtime is shown to administrators only. */
export interface VersionReport {
  readonly version: string;
  /** As printed on the build: `v1.4.1`. */
  readonly label: string;
  readonly commit: string | null;
  readonly runtime?: string;
}

/** Returns the running build. */
export const readVersion = useCase(
  { access: 'signed-in', effect: 'read' },
  ({ build }: SitePorts) =>
    async (actor): Promise<VersionReport> => {
      const report = { version: build.version, label: `v${build.version}`, commit: build.commit };
      return actor.capabilities.has('manage_system') ? { ...report, runtime: build.runtime } : report;
    },
);
