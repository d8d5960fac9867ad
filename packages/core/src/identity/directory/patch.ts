import { canonical } from '../../kernel/change.ts';
import { invalidField } from '../../kernel/errors.ts';
import { type DirectoryAttributes, type DirectorySettings, defaultDirectorySettings } from './directory.ts';

/** A partial change of the settings; absent members keep their values. */
export interface DirectoryPatch extends Partial<Omit<DirectorySettings, 'urls' | 'attributes'>> {
  /** The first of `urls`, or the only one. */
  readonly url?: string | null;
  readonly urls?: readonly string[];
  readonly attributes?: Partial<DirectoryAttributes>;
  /** Null or the empty text removes it. */
  readonly bindPassword?: string | null;
}

export const settingNames = Object.keys(defaultDirectorySettings) as readonly (keyof DirectorySettings)[];

/**
 * Applies a patch to the settings.
 * @throws DomainError `contradiction`
 */
export function applyPatch(current: DirectorySettings, patch: DirectoryPatch): DirectorySettings {
  const { url, urls, attributes } = patch;
  const plain = settingNames.filter((name) => name !== 'urls' && name !== 'attributes' && patch[name] !== undefined);
  return {
    ...current,
    ...Object.fromEntries(plain.map((name) => [name, patch[name]])),
    urls: patchedUrls(current.urls, url, urls),
    attributes: { ...current.attributes, ...attributes },
  };
}

/** `url` and `urls` may both be sent; the one that differs from the current value counts. */
function patchedUrls(
  current: readonly string[],
  url: string | null | undefined,
  urls: readonly string[] | undefined,
): readonly string[] {
  const [first = null] = current;
  const only = url == null ? url : normalAddress(url);
  const all = urls?.map(normalAddress);
  const changesFirst = only !== undefined && only !== first;
  if (all === undefined || canonical(all) === canonical(current)) {
    if (!changesFirst) return current;
    return only === null ? [] : [only];
  }
  if (changesFirst && only !== (all[0] ?? null)) {
    throw invalidField('url', 'contradiction', 'url and urls contradict each other.');
  }
  return all;
}

/** Canonical form of an address; other texts are returned unchanged. */
export function normalAddress(address: string): string {
  const [, scheme = '', rest = ''] = /^(ldaps?:\/\/)([^/]*)\/?$/i.exec(address) ?? [];
  return scheme === '' ? address : `${scheme}${rest}`.toLowerCase();
}

/** Whether a patch has any member. */
export const namesSettings = (patch: DirectoryPatch): boolean =>
  ['url', 'bindPassword', ...settingNames].some((name) => patch[name as keyof DirectoryPatch] !== undefined);
