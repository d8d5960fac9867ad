/** States of an installed extension: not activated, being loaded, loaded, or activated without success. */
export const extensionStates = ['inactive', 'starting', 'running', 'failed'] as const;
/** One of `extensionStates`. */
export type ExtensionState = (typeof extensionStates)[number];

/** The version of the interface between extensions and this system. */
export const EXTENSION_API = 1;
/** Maximum extensions of an installation. */
export const EXTENSIONS = 200;

/** An installed extension. */
export interface Extension {
  readonly slug: string;
  readonly title: string;
  readonly version: string;
  /** The interface version of its manifest. */
  readonly api: number;
  /** Whether processes load it. */
  readonly isActive: boolean;
  readonly state: ExtensionState;
  /** Why it is `failed`; null in other states. */
  readonly failure: string | null;
  /** Capabilities of its actor; granted at installation. */
  readonly rights: readonly string[];
  /** Relative to the folder of extensions; absolute for a folder of EXTENSIONS_UNSIGNED. */
  readonly folder: string;
  /** SHA-256 digest of the package, of the manifest where there is no package: 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Id of the key that signed it; null for a folder of EXTENSIONS_UNSIGNED. */
  readonly signedBy: string | null;
  /** The version before the last update, for a rollback; null without one. */
  readonly previousVersion: string | null;
  readonly previousFolder: string | null;
  /** Whether its version has replaced another one and has not been loaded so far: if it cannot be, it is given up. */
  readonly isUnproven: boolean;
  readonly installedAt: Date;
  readonly activatedAt: Date | null;
  /** Rises by one with each change of the row. */
  readonly revision: number;
}

/** An extension before it is stored. */
export type NewExtension = Omit<Extension, 'revision'>;
