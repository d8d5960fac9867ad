import { DomainError } from '../kernel/errors.ts';

/** The manifest of a package is not valid; the message names the first faulty member. */
export const manifestInvalid = (message: string): DomainError =>
  new DomainError('invalid', 'extension_manifest_invalid', `The manifest is not valid: ${message}.`);

/** The package was made for another interface version. */
export const extensionApiUnsupported = (given: number, supported: number): DomainError =>
  new DomainError(
    'invalid',
    'extension_api_unsupported',
    `The package needs the extension interface ${given}; this server has ${supported}.`,
  );

/** The manifest asks for a capability that no extension may have. */
export const extensionRightForbidden = (right: string): DomainError =>
  new DomainError('invalid', 'extension_right_forbidden', `Extensions cannot have the right ${right}.`);

/** This process cannot run extensions. */
export const extensionHostUnavailable = (): DomainError =>
  new DomainError('switched-off', 'extension_host_unavailable', 'This server cannot run extensions.');

/** The package cannot be fetched from its source now; the reason is for the log. */
export const packageUnavailable = (reason: string, cause?: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'extension_package_unavailable',
    'The package cannot be fetched from its source.',
    {},
    new Error(reason, { cause }),
  );

/** Size or digest of the package are others than those of the catalogue. */
export const packageMismatch = (): DomainError =>
  new DomainError(
    'invalid',
    'extension_package_mismatch',
    'The package is not the one of the catalogue: size or SHA-256 digest differ.',
  );

/** A member of the manifest has another value than the catalogue. */
export const manifestMismatch = (member: string, given: string, expected: string): DomainError =>
  new DomainError(
    'invalid',
    'extension_manifest_mismatch',
    `The manifest has the ${member} ${given}; the catalogue names ${expected}.`,
  );

/** This program has no folder of extensions. */
export const installerUnavailable = (): DomainError =>
  new DomainError('switched-off', 'extension_installer_unavailable', 'This program cannot install extensions.');

/** An extension declares what it may not; the message names the first faulty member. */
export const declarationInvalid = (message: string): DomainError =>
  new DomainError('invalid', 'extension_declaration_invalid', `The extension declares what it may not: ${message}.`);

/** The extension does not run in this process at present. */
export const extensionUnavailable = (): DomainError =>
  new DomainError('unavailable', 'extension_unavailable', 'The extension does not run at present.', { retryAfter: 2 });

/** The extension has answered with an error that it does not declare; the reason is for the log. */
export const extensionFailed = (reason: string): DomainError =>
  new DomainError('unavailable', 'extension_failed', 'The extension has failed to answer.', {}, new Error(reason));

/** The key-value store of an extension has its maximum of keys. */
export const extensionStoreFull = (): DomainError =>
  new DomainError('conflict', 'extension_store_full', 'The store of the extension has its maximum of 10,000 keys.');

/** A value of a key-value store is too large. */
export const extensionValueTooLarge = (): DomainError =>
  new DomainError('too-large', 'extension_value_too_large', 'A stored value has at most 64 KiB as JSON.');

/** The request names no extension, or too many. */
export const pluginsInvalid = (most: number): DomainError =>
  new DomainError('malformed', 'shop_rest_invalid_plugins', `Name 1 to ${most} extensions by their slugs.`);

/** There is no job of this id, or it is older than a week. */
export const setupJobUnknown = (): DomainError =>
  new DomainError('not-found', 'shop_rest_job_not_found', 'There is no such job.');

/** Neither the catalogue nor EXTENSIONS_UNSIGNED has the extension. */
export const extensionUnknown = (slug: string): DomainError =>
  new DomainError('not-found', 'extension_unknown', `The catalogue has no extension ${slug}.`);

/** The catalogue has the extension, but no package that may be installed. */
export const extensionNotInstallable = (slug: string): DomainError =>
  new DomainError(
    'conflict',
    'extension_not_installable',
    `The extension ${slug} cannot be installed: the catalogue has no package of it, or no valid signature.`,
  );

/** The extension needs a newer version of this system. */
export const shopTooOld = (slug: string, needed: string, version: string): DomainError =>
  new DomainError(
    'conflict',
    'extension_shop_too_old',
    `The extension ${slug} needs the version ${needed}; this server has ${version}.`,
  );

/** There are as many extensions as there may be. */
export const extensionsFull = (limit: number): DomainError =>
  new DomainError('conflict', 'extensions_full', `There are ${limit} extensions already.`);

/** There is no row of this slug. */
export const extensionNotInstalled = (slug: string): DomainError =>
  new DomainError('not-found', 'extension_not_installed', `The extension ${slug} is not installed.`);

/** No trusted key has signed the installed package, and its folder is none of EXTENSIONS_UNSIGNED. */
export const extensionUntrusted = (slug: string): DomainError =>
  new DomainError('conflict', 'extension_untrusted', `The extension ${slug} has no valid signature of a trusted key.`);

/** The extension was activated, and could not be loaded; the reason is that of its process. */
export const extensionNotLoaded = (slug: string, reason: string): DomainError =>
  new DomainError('misconfigured', 'extension_not_loaded', `The extension ${slug} was not loaded: ${reason}.`);

/** There is no package of an earlier version: the extension was never updated, or by another key than that of the version before. */
export const previousVersionMissing = (slug: string): DomainError =>
  new DomainError('conflict', 'extension_previous_missing', `There is no earlier version of the extension ${slug}.`);

/** A newer version asks for rights that were not granted, and an administrator has to grant them. */
export const extensionRightsGrow = (slug: string, version: string): DomainError =>
  new DomainError(
    'conflict',
    'extension_rights_grow',
    `The version ${version} of ${slug} asks for further rights: an administrator has to update it.`,
  );

/** The product of a licence cannot be activated, or has no package to download; the message is that of the cause. */
export const subscriptionRefused = (message: string): DomainError =>
  new DomainError('invalid', 'subscription_refused', message);

/** The address of a package is over, or the catalogue has another version of it now. */
export const packageGone = (): DomainError =>
  new DomainError('gone', 'extension_package_gone', 'This package cannot be downloaded any more.');

/** No installed extension has this slug. */
export const pluginMissing = (): DomainError =>
  new DomainError('not-found', 'shop_rest_invalid_plugin', 'The extension is not installed.');

/** The extension of a marketing route could not be activated; the message is that of the cause. */
export const pluginNotActivated = (message: string): DomainError =>
  new DomainError('misconfigured', 'shop_rest_invalid_plugin', message);
