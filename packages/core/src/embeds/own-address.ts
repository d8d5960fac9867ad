import type { PublicAddress } from '../content/index.ts';

const parts = /^(https?:\/\/[^/?#]*)([^?#]*)/i;
const publicPath = /^\/(product|page)\/([^/]+)(?:\/embed)?$/;

/** Whether a URL leads to this site. */
export const isOwn = (url: string, baseUrl: string): boolean => pathOf(url, baseUrl) !== undefined;

/** The public page that a URL of this site addresses; undefined for any other URL. */
export function ownAddress(url: string, baseUrl: string): PublicAddress | undefined {
  const path = pathOf(url, baseUrl)?.replace(/\/$/, '');
  if (path === undefined) return undefined;
  if (path === '' || path === '/index.php' || path === '/embed') return { kind: 'front' };
  const [, kind, encoded = ''] = publicPath.exec(path) ?? [];
  const slug = decoded(encoded);
  return kind === undefined || slug === undefined ? undefined : { kind: kind as 'product' | 'page', slug };
}

/** The path of a URL below the address of the site. */
function pathOf(url: string, baseUrl: string): string | undefined {
  const [, origin = '', path = ''] = parts.exec(url) ?? [];
  const [, ownOrigin = '', ownPath = ''] = parts.exec(baseUrl) ?? [];
  if (origin === '' || origin.toLowerCase() !== ownOrigin.toLowerCase()) return undefined;
  return path === ownPath || path.startsWith(`${ownPath}/`) ? path.slice(ownPath.length) : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
