import type { Digests } from '../back-office/index.ts';
import type { CataloguePackage } from '../commerce/index.ts';
import type { FilePorts, OpenFile } from '../files/index.ts';
import type { JobsPorts } from '../jobs/index.ts';
import type { ThemePorts } from '../themes/index.ts';
import type { ExtensionDeclaration } from './declaration.ts';
import type { ExtensionQueue } from './event-queue.ts';
import type { Extension, NewExtension } from './extension.ts';
import type { ExtensionManifest } from './manifest.ts';

/** The installed extensions, one row per slug. Writes belong to the surrounding unit of work, if there is one. */
export interface ExtensionStore {
  /** By slug. */
  find(slug: string): Promise<Extension | undefined>;
  /** By slug, locked until the surrounding unit of work ends. */
  hold(slug: string): Promise<Extension | undefined>;
  /** All of them by slug, at most `EXTENSIONS`. */
  list(): Promise<readonly Extension[]>;
  /** Adds an extension with revision 1; the unit of work is repeated if a concurrent one added the slug. */
  insert(extension: NewExtension): Promise<Extension>;
  /**
   * Replaces an extension and returns it with the next revision; the unit of work is repeated if the row has another revision
   * than the given one.
   */
  save(extension: Extension): Promise<Extension>;
  /** Removes an extension, if it is there. */
  remove(slug: string): Promise<void>;
}

/** Maximum keys of an extension. */
export const EXTENSION_KEYS = 10_000;
/** The key of the settings of an extension, which it cannot reach: its own keys do not begin with `$`. */
export const SETTINGS_KEY = '$settings';
/** Maximum bytes of a value as JSON. */
export const EXTENSION_VALUE_BYTES = 65_536;

/** JSON values of extensions by key, of at most 200 characters: no extension reaches those of another. */
export interface ExtensionValues {
  /** The value of a key; undefined if there is none. */
  get(slug: string, key: string): Promise<unknown>;
  /**
   * Sets the value of a key.
   * @throws DomainError `extension_value_too_large` above `EXTENSION_VALUE_BYTES`, `extension_store_full` for a new key beyond
   * `EXTENSION_KEYS`
   */
  set(slug: string, key: string, value: unknown): Promise<void>;
  /** Deletes a key, if it is there. */
  delete(slug: string, key: string): Promise<void>;
  /** At most 1,000 keys with this prefix, in ascending order of their code points. */
  keys(slug: string, prefix: string): Promise<readonly string[]>;
  /** Deletes all keys of an extension. */
  clear(slug: string): Promise<void>;
}

/** The outcome of loading an extension. */
export type LoadResult =
  | { readonly kind: 'running' }
  /** The reason, for the administrator. */
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Runs active extensions in processes of their own. Every server process follows the rows: it loads and unloads within two
 * seconds of a change.
 */
export interface ExtensionRuntime {
  /** Whether this process can run extensions. */
  readonly isAvailable: boolean;
  /**
   * Loads the active extension of this slug as its row describes it, replacing one that runs, calls its `activate`, and waits
   * for the outcome. A process that does not follow the rows, such as a command, ends it again.
   * @throws DomainError `extension_host_unavailable`
   */
  load(slug: string): Promise<LoadResult>;
  /** Ends the process of an extension, if it runs here, after `deactivate` of the extension. Calls in flight are answered or refused. */
  unload(slug: string): Promise<void>;
  /** What the extensions that run here contribute, by slug; the same list until it changes. */
  contributions(): readonly ExtensionContribution[];
  /**
   * What the active extension of this slug contributes; undefined if there is none that can be loaded. A process that does not
   * follow the rows loads it for the moment.
   */
  contributionOf(slug: string): Promise<ExtensionContribution | undefined>;
  /**
   * Calls a declared route by its index.
   * @throws DomainError `extension_unavailable`, `extension_failed`, and the refusals that the route declares
   */
  callRoute(slug: string, route: number, request: ContributedRequest): Promise<unknown>;
  /**
   * Asks an extension for what its contributions say now, or has it do the next step of a job.
   * @throws DomainError `extension_unavailable`, `extension_failed`
   */
  ask(slug: string, question: ContributedQuestion): Promise<unknown>;
  /** Whether any extension may listen to events of a type, as known for at most a second. */
  mayListen(type: string): boolean;
}

/** What a running extension contributes. */
export interface ExtensionContribution {
  readonly slug: string;
  readonly title: string;
  readonly declaration: ExtensionDeclaration;
}

/** A question to a running extension. What it answers is read as hostile input. */
export type ContributedQuestion =
  /** The ids of complete tasks. */
  | { readonly about: 'tasks' }
  | {
      readonly about: 'channel';
      readonly channel: string;
      readonly question: 'state' | 'campaigns' | 'campaignTypes';
    }
  /** The next step of a job. */
  | { readonly about: 'job'; readonly kind: string; readonly input: object; readonly checkpoint?: unknown };

/** A request to a route of an extension. */
export interface ContributedRequest {
  /** Validated, by camelCase names. */
  readonly params: object;
  readonly caller: { readonly userId: number | null; readonly username: string | null };
}

/** A package as the catalogue names it. */
export interface RequestedPackage {
  readonly slug: string;
  readonly version: string;
  readonly file: CataloguePackage;
}

/** A folder of an extension with its manifest. */
export interface PlacedPackage {
  /** As `Extension.folder`. */
  readonly folder: string;
  readonly manifest: ExtensionManifest;
  /** SHA-256 digest of the package, or of the manifest where there is no package: 64 lower-case hexadecimal digits. */
  readonly sha256: string;
}

/** The folder of installed extensions, which the processes of an installation share. */
export interface ExtensionInstaller {
  /**
   * Fetches a package, checks size and digest, unpacks it beside its target, checks the manifest, and renames it to a new folder
   * atomically. After a refusal nothing remains; after a killed process what remains is removed by `sweep`.
   * @throws DomainError `extension_package_unavailable`, `extension_package_mismatch`, `extension_manifest_mismatch`, those of
   * `ArchiveReader.unpack` and of `readManifest`
   */
  place(requested: RequestedPackage): Promise<PlacedPackage>;
  /**
   * Fetches a package and checks size and digest, to be read once: its copy is removed when it is closed.
   * @throws DomainError `extension_package_unavailable`, `extension_package_mismatch`
   */
  open(requested: RequestedPackage): Promise<OpenFile>;
  /**
   * The extension of this slug in the folders of EXTENSIONS_UNSIGNED, where it stays; undefined if there is none.
   * @throws DomainError those of `readManifest` for a folder of this name
   */
  findUnsigned(slug: string): Promise<PlacedPackage | undefined>;
  /**
   * The package in a folder that `place` has made.
   * @throws DomainError those of `readManifest`
   */
  read(folder: string): Promise<PlacedPackage>;
  /** Whether a folder is one of EXTENSIONS_UNSIGNED. */
  isUnsigned(folder: string): boolean;
  /** Removes the folder of a package, if it is there. Folders of EXTENSIONS_UNSIGNED stay. */
  remove(folder: string): Promise<void>;
  /** Removes what killed processes left before a time: unfinished folders, and packages beside those in use. Returns their number. */
  sweep(used: ReadonlySet<string>, before: Date): Promise<number>;
}

/** What extensions have logged, in all processes of an installation: about the last MiB of each. */
export interface ExtensionLogs {
  /** Adds a text of one line or more. Never fails; what cannot be stored is dropped. */
  append(slug: string, at: Date, text: string): void;
  /** The last lines of an extension, oldest first, each with its time. */
  tail(slug: string, lines: number): Promise<readonly string[]>;
  /** Removes what an extension has logged. */
  remove(slug: string): Promise<void>;
}

/** The ports of the extensions context. */
export interface ExtensionPorts
  extends ThemePorts,
    Pick<JobsPorts, 'jobs' | 'jobQueue'>,
    Pick<FilePorts, 'signatures'> {
  readonly digests: Digests;
  readonly extensionInstaller: ExtensionInstaller;
  readonly extensionLogs: ExtensionLogs;
  readonly extensions: ExtensionStore;
  readonly extensionValues: ExtensionValues;
  readonly extensionQueue: ExtensionQueue;
  readonly extensionRuntime: ExtensionRuntime;
}

/** Whether the database or another adapter supplies each port. */
export const extensionPorts = {
  extensions: 'store',
  extensionValues: 'store',
  extensionQueue: 'store',
  extensionInstaller: 'service',
  extensionLogs: 'service',
  extensionRuntime: 'service',
} as const;
