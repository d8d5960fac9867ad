import type { FilePorts } from '../../files/index.ts';
import { type UseCase, useCase } from '../../kernel/use-case.ts';
import { FEED_LIFETIME, FEED_PREFIX } from '../feed/feed-input.ts';

/** Removes files of catalogue feeds last written more than 20 hours ago, parts of lost runs included; returns their number. */
export const forgetOldFeeds: UseCase<FilePorts, object, number> = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own' },
  ({ files, clock }) =>
    async () =>
      files.removeOlder(new Date(clock.now().getTime() - FEED_LIFETIME), FEED_PREFIX),
);
