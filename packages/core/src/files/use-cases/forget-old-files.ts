import { type UseCase, useCase } from '../../kernel/use-case.ts';
import type { FilePorts } from '../ports.ts';

/** Retention of files, in days. */
export const FILE_DAYS = 7;
/** `FILE_DAYS` in milliseconds. */
export const FILE_LIFETIME = FILE_DAYS * 86_400_000;

/** Removes files last written more than `FILE_DAYS` ago, and returns their number. */
export const forgetOldFiles: UseCase<FilePorts, object, number> = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own' },
  ({ files, clock }) =>
    async () =>
      files.removeOlder(new Date(clock.now().getTime() - FILE_LIFETIME)),
);
