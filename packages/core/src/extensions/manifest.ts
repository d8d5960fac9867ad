import type { ExtensionType } from '../commerce/index.ts';
import { allCapabilities, type Capability } from '../kernel/capability.ts';
import { compileFile } from '../kernel/reading/read-file.ts';
import { extensionApiUnsupported, extensionRightForbidden, manifestInvalid } from './errors.ts';
import { EXTENSION_API } from './extension.ts';

/** Maximum bytes, and characters, of a `package.json`. */
export const MANIFEST_BYTES = 65_536;

/** The capabilities that an extension may ask for: none that manage accounts, secrets, extensions or the system. */
export const extensionRights = [
  'read_inventory',
  'record_operations',
  'edit_catalog',
  'manage_inventory',
  'manage_store',
  'edit_products',
  'edit_content',
] as const satisfies readonly Capability[];

/** The manifest of an extension: the members of `package.json` that count. */
export interface ExtensionManifest {
  readonly slug: string;
  readonly title: string;
  readonly kind: ExtensionType;
  readonly version: string;
  readonly api: number;
  /** Path of the module in the package, without leading `./`. */
  readonly entry: string;
  /** Of `extensionRights`. */
  readonly rights: readonly Capability[];
  /** Hosts that it may send requests to, in lower case: `api.example.com`, `*.example.com` for all below, or `*` for any. */
  readonly hosts: readonly string[];
}

interface ManifestFile {
  readonly version: string;
  readonly backroom: Omit<ExtensionManifest, 'version' | 'rights'> & { readonly rights: readonly string[] };
}

const MOST_API = 1_000;
const MOST_RIGHTS = 50;

const read = compileFile<ManifestFile>({
  name: 'package.json',
  members: {
    version: {
      type: 'string',
      maxLength: 100,
      pattern: '^\\d+\\.\\d+\\.\\d+([-+][0-9A-Za-z.+-]+)?$',
      required: true,
    },
    backroom: {
      type: 'object',
      required: true,
      properties: {
        slug: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]{0,63}$', required: true },
        title: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          pattern: '^[^\\u0000-\\u001f\\u007f]*$',
          required: true,
        },
        kind: { type: 'string', enum: ['plugin', 'theme'], required: true },
        api: { type: 'integer', minimum: 1, maximum: MOST_API, required: true },
        entry: {
          type: 'string',
          maxLength: 200,
          pattern: '^(\\./)?([A-Za-z0-9_][A-Za-z0-9._-]*/)*[A-Za-z0-9_][A-Za-z0-9._-]*\\.m?js$',
          required: true,
        },
        hosts: {
          type: 'array',
          items: {
            type: 'string',
            maxLength: 253,
            pattern: '^(\\*|(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)*(:[0-9]{1,5})?)$',
          },
          maxItems: 20,
          uniqueItems: true,
          default: [],
        },
        rights: {
          type: 'array',
          items: { type: 'string', maxLength: 50 },
          maxItems: MOST_RIGHTS,
          uniqueItems: true,
          default: [],
        },
      },
    },
  },
  refuse: manifestInvalid,
});

/**
 * Reads the text of a `package.json` with its member `backroom`.
 * @throws DomainError `extension_manifest_invalid` that names the first faulty member, `extension_api_unsupported`,
 * `extension_right_forbidden`
 */
export function readManifest(text: string): ExtensionManifest {
  if (text.length > MANIFEST_BYTES) throw manifestInvalid(`package.json has more than ${MANIFEST_BYTES} characters`);
  const { version, backroom } = read(text);
  const { rights, entry, ...manifest } = backroom;
  if (manifest.api !== EXTENSION_API) throw extensionApiUnsupported(manifest.api, EXTENSION_API);
  return { ...manifest, version, entry: entry.replace(/^\.\//, ''), rights: rights.map(grantable) };
}

function grantable(right: string): Capability {
  const granted = extensionRights.find((each) => each === right);
  if (granted !== undefined) return granted;
  if ((allCapabilities as readonly string[]).includes(right)) throw extensionRightForbidden(right);
  throw manifestInvalid(`package.json[backroom][rights] names ${JSON.stringify(right)}, which is no right`);
}
