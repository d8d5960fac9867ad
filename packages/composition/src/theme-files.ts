import { NodeArchiveReader, readThemePackage } from '@backroom/adapters-node';
import type { ThemePackage } from '@backroom/core/themes';

/**
 * Reads the package of a theme.
 * @throws DomainError `theme_manifest_invalid`, `theme_style_invalid`, and those of `ArchiveReader.unpack`
 */
export const readThemeFile = (content: AsyncIterable<Uint8Array>): Promise<ThemePackage> =>
  readThemePackage(new NodeArchiveReader(), content);
