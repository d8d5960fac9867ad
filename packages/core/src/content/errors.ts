import { DomainError, notFound } from '../kernel/errors.ts';

export const noSuchPage = (): DomainError =>
  new DomainError('not-found', 'rest_page_invalid_id', 'There is no such page.');
/** Another page has the given id. */
export const pageExists = (): DomainError =>
  new DomainError('conflict', 'rest_page_exists', 'Another page has that id.');
/** Nothing public has this address, or public pages are switched off. */
export const notPublic = (): DomainError => notFound('page');
