import type { NewExtension } from '@backroom/core/extensions';
import { NOON } from './noon.ts';
import { freshWord } from './stores.ts';

/** An extension that is not active by default. */
export const anExtension = (changes: Partial<NewExtension> = {}): NewExtension => {
  const { slug = freshWord(), version = '1.2.3' } = changes;
  return {
    slug,
    title: 'Low stock',
    version,
    api: 1,
    isActive: false,
    state: 'inactive',
    failure: null,
    rights: [],
    folder: `${slug}/${version}`,
    sha256: 'ab'.repeat(32),
    signedBy: null,
    previousVersion: null,
    previousFolder: null,
    isUnproven: false,
    installedAt: NOON,
    activatedAt: null,
    ...changes,
  };
};
