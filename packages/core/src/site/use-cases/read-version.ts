import { useCase } from '../../kernel/use-case.ts';
import type { SitePorts } from '../ports.ts';

/** Which build is running; the runtime is told to administrators only. */
export interface VersionReport {
  readonly version: string;
  /** As printed on the build: `v1.4.1`. */
  readonly label: string;
  readonly commit: string | null;
  readonly runtime?: string;
}

/** Tells which build is running. */
export const readVersion = useCase(
  { access: 'signed-in', effect: 'read' },
  ({ build }: SitePorts) =>
    async (actor): Promise<VersionReport> => {
      const report = { version: build.version, label: `v${build.version}`, commit: build.commit };
      return actor.capabilities.has('manage_system') ? { ...report, runtime: build.runtime } : report;
    },
);
