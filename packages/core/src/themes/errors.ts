import { DomainError } from '../kernel/errors.ts';

/** Whether an error is a refusal of a package or of the theme in it. */
export const isThemeRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && /^(?:themes?|archive)_/.test(error.code);

/** The manifest of a package is not valid; the message names the first faulty member. */
export const themeManifestInvalid = (message: string): DomainError =>
  new DomainError('invalid', 'theme_manifest_invalid', `The manifest is not valid: ${message}.`);

/** The style sheet of a package has something other than tokens; the message names it. */
export const themeStyleInvalid = (message: string): DomainError =>
  new DomainError('invalid', 'theme_style_invalid', `The style sheet is not valid: ${message}.`);

/** Two colours, and their contrast. */
interface LowContrast {
  readonly front: string;
  readonly back: string;
  readonly mode: string;
  readonly contrast: number;
  readonly least: number;
}

/** Two colours of a theme are too similar to be read. */
export const themeContrastLow = ({ front, back, mode, contrast, least }: LowContrast): DomainError =>
  new DomainError(
    'invalid',
    'theme_contrast_low',
    `The contrast of --${front} on --${back} in ${mode} mode is ${contrast.toFixed(2)}; it has to be ${least} at least.`,
  );

/** Size or digest of the package are others than those of the catalogue. */
export const themePackageMismatch = (): DomainError =>
  new DomainError(
    'invalid',
    'theme_package_mismatch',
    'The package is not the one of the catalogue: size or SHA-256 digest differ.',
  );

/** The package cannot be fetched from its source now; the reason is for the log. */
export const themePackageUnavailable = (cause: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'theme_package_unavailable',
    'The package cannot be fetched from its source.',
    {},
    cause,
  );

/** This program reads no packages. */
export const themePackagesUnavailable = (): DomainError =>
  new DomainError('switched-off', 'theme_packages_unavailable', 'This program cannot install themes.');

/** A member of the manifest has another value than the catalogue. */
export const themeManifestMismatch = (member: string, given: string, expected: string): DomainError =>
  new DomainError(
    'invalid',
    'theme_manifest_mismatch',
    `The manifest has the ${member} ${given}; the catalogue names ${expected}.`,
  );

/** A theme of this slug is installed. */
export const themeExists = (slug: string): DomainError =>
  new DomainError('conflict', 'theme_exists', `The theme ${slug} already exists.`);

/** There are as many themes as there may be. */
export const themesFull = (limit: number): DomainError =>
  new DomainError('conflict', 'themes_full', `There are ${limit} themes already.`);

/** The request has no file in the part `pluginzip`. */
export const themeFileMissing = (): DomainError =>
  new DomainError('malformed', 'shop_rest_invalid_file', 'The form needs the theme as a file in the part pluginzip.');

/** The catalogue has no theme of this slug. */
export const themeUnknown = (slug: string): DomainError =>
  new DomainError('not-found', 'shop_rest_theme_install', `The catalogue has no theme ${slug}.`);

/** The theme of the catalogue was refused; the message is that of the cause. */
const themeRefused = ({ message }: DomainError): DomainError =>
  new DomainError('conflict', 'shop_rest_theme_install', message);

/** The source of the theme does not answer now. */
const themeSourceUnavailable = (cause: DomainError): DomainError =>
  new DomainError('unavailable', 'shop_rest_theme_install', cause.message, {}, cause);

/** The refusal of the route for one of `isThemeRefusal`. */
export const themeNotInstalled = (cause: DomainError): DomainError =>
  cause.kind === 'unavailable' ? themeSourceUnavailable(cause) : themeRefused(cause);

/** No installed theme has this slug. */
export const themeMissing = (slug: string): DomainError =>
  new DomainError('not-found', 'shop_rest_invalid_theme', `The theme ${slug} is not installed.`);

/** The pages use this theme. */
export const themeInUse = (slug: string): DomainError =>
  new DomainError('conflict', 'theme_in_use', `The pages use the theme ${slug}: activate another one first.`);

/** The catalogue has the theme, but no package that may be installed. */
export const themeNotInstallable = (slug: string): DomainError =>
  new DomainError(
    'conflict',
    'theme_not_installable',
    `The theme ${slug} cannot be installed: the catalogue has no package of it, or no valid signature.`,
  );

/** The theme needs a newer version of this system. */
export const themeShopTooOld = (slug: string, needed: string, version: string): DomainError =>
  new DomainError(
    'conflict',
    'theme_shop_too_old',
    `The theme ${slug} needs the version ${needed}; this server has ${version}.`,
  );
