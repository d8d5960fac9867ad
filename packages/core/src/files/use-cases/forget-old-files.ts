import { type UseCase, useCase } from '../../kernel/use-case.ts';
import type { FilePorts } from '../ports.ts';

/** So long files are kept, in days. */
export const FILE_DAYS = 7;
/** The same in milliseconds. */
export const FILE_LIFETIME = FILE_DAYS * 86_400_000;

/** Removes files that nobody has written to for a week, and tells how many. */
export const forgetOldFiles: UseCase<FilePorts, object, number> = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own' },
  ({ files, clock }) =>
    async () =>
      files.removeOlder(new Date(clock.now().getTime() - FILE_LIFETIME)),
);
