import { type FilePorts, type OpenedFile, openSigned, type SignedFileInput } from '../../files/index.ts';
import { type UseCase, useCase } from '../../kernel/use-case.ts';
import { feedFileGone } from '../errors.ts';
import { FEED_LIFETIME, isFeedFile } from '../feed/feed-input.ts';

/**
 * Opens the file of a catalogue feed for a caller with its signed URL, or with access to the store.
 * @throws DomainError `unauthenticated`, `forbidden`, `shop_pos_catalog_file_gone`
 */
export const openFeed: UseCase<FilePorts, SignedFileInput, OpenedFile> = useCase(
  { access: 'anyone', effect: 'read', refusals: { 'not-found': ['shop_pos_catalog_file_gone'] } },
  (ports) => (actor, input) =>
    openSigned(ports, actor, {
      input,
      kind: {
        isName: isFeedFile,
        suffix: '.json',
        lifetime: FEED_LIFETIME,
        gone: feedFileGone,
      },
    }),
);
