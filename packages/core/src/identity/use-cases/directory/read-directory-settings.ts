import { useCase } from '../../../kernel/use-case.ts';
import { type DirectoryReport, reportOf } from '../../directory/report.ts';
import type { IdentityPorts } from '../../ports.ts';

/** Reads the effective settings of the directory, without secrets. */
export const readDirectorySettings = useCase(
  { access: 'manage_system', effect: 'read' },
  (ports: IdentityPorts) =>
    async (_, __: object): Promise<DirectoryReport> =>
      reportOf(ports, await ports.directorySettings.find()),
);
