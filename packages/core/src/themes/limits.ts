import { ARCHIVE_LIMITS } from '../files/index.ts';

/** Maximum bytes of a package. */
export const PACKAGE_BYTES = ARCHIVE_LIMITS.bytes;
/** Maximum bytes of a manifest. */
export const MANIFEST_BYTES = 16_384;
/** Maximum bytes of a style sheet, with its logo. */
export const STYLE_BYTES = 262_144;
/** Maximum installed themes. */
export const THEMES = 100;
