import { integer, text } from '@backroom/core/interface';
import { type CatalogueReport, refreshCatalogue, showCatalogue } from '@backroom/core/marketplace';
import { type Command, command } from '../../command.ts';
import { ExitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { pairs } from '../../print.ts';

const file = text({ required: true, maxLength: 4_000, description: 'The catalogue, a JSON file.' });

const status = command({
  name: 'catalogue status',
  group: 'Run the server',
  summary: 'Show source, version and last fault of the extension catalogue.',
  examples: ['backroom catalogue status'],
  async run({ print, run }) {
    const document = documentOf(await run(showCatalogue, {}));
    print.result(document, pairs(document));
  },
});

const refresh = command({
  name: 'catalogue refresh',
  group: 'Run the server',
  summary: 'Read the extension catalogue from its source now; ends with 7 when it cannot be used.',
  examples: ['backroom catalogue refresh'],
  async run({ print, run }) {
    const { fault } = await run(refreshCatalogue, {});
    const document = documentOf(await run(showCatalogue, {}));
    print.result(document, pairs(document));
    return fault === null ? ExitCode.ok : ExitCode.unavailable;
  },
});

const keys = command({
  name: 'catalogue keys',
  group: 'Run the server',
  summary: 'Make a key that signs catalogues and licences; prints the public key for CATALOG_KEY.',
  examples: ['backroom catalogue keys signing.pem'],
  args: { file: text({ required: true, maxLength: 4_000, description: 'The new file of the private key.' }) },
  async run({ print }, { file: path }) {
    const { createSigningKeyFile } = await import('@backroom/composition');
    const publicKey = await createSigningKeyFile(path);
    print.result({ public_key: publicKey, file: path }, [publicKey]);
  },
});

const sign = command({
  name: 'catalogue sign',
  group: 'Run the server',
  summary: 'Sign a catalogue; sha256 and size of packages beside it are filled in.',
  examples: ['backroom catalogue sign extensions.json --key signing.pem'],
  args: { file },
  flags: {
    key: text({ required: true, maxLength: 4_000, description: 'The file of the private key.' }),
    out: text({ maxLength: 4_000, description: 'The file to write, in place of the catalogue itself.' }),
  },
  async run({ print }, { file: path, key, out }) {
    const { signCatalogueFile } = await import('@backroom/composition');
    const target = out === undefined ? {} : { target: out };
    const { keyId, publicKey, ...signed } = await signCatalogueFile(path, { keyPath: key, ...target });
    const document = { ...signed, key_id: keyId, public_key: publicKey };
    print.result(document, pairs(document));
  },
});

const check = command({
  name: 'catalogue check',
  group: 'Run the server',
  summary: 'Check form, signature and packages of a catalogue; ends with 5 when something is wrong.',
  examples: ['backroom catalogue check extensions.json', 'backroom catalogue check extensions.json --public-key KEY'],
  args: { file },
  flags: {
    public_key: text({ maxLength: 100, description: 'The key that must have signed it; CATALOG_KEY unless given.' }),
  },
  async run({ print, settings }, { file: path, publicKey }) {
    const { checkCatalogueFile } = await import('@backroom/composition');
    const trusted =
      publicKey === undefined ? (await settings({}, { needsKeys: false })).core.catalogueKeys : [publicKey];
    const { keyId, isSigned, packages, ...sizes } = await checkCatalogueFile(path, trusted);
    const signature = keyId === null ? 'none' : isSigned ? 'valid' : trusted.length === 0 ? 'not checked' : 'not valid';
    const document = { ...sizes, key_id: keyId, signature, packages: packages.length === 0 ? 'good' : packages };
    print.result(document, pairs({ ...document, packages: packages.length === 0 ? 'good' : packages.join('; ') }));
    const isGood = packages.length === 0 && (isSigned || trusted.length === 0);
    return isGood ? ExitCode.ok : ExitCode.invalid;
  },
});

const licence = command({
  name: 'catalogue licence',
  group: 'Run the server',
  summary: 'Make a licence key for a product of the catalogue, signed for offline verification.',
  examples: ['backroom catalogue licence --key signing.pem --product 1001 --sites 3 --expires 2027-12-31T23:59:59Z'],
  flags: {
    key: text({ required: true, maxLength: 4_000, description: 'The file of the private key.' }),
    product: integer({ required: true, minimum: 1, maximum: 2_147_483_647, description: 'The product_id.' }),
    sites: integer({
      default: 1,
      minimum: 0,
      maximum: 10_000,
      description: 'Maximum connected sites; 0 for any number.',
    }),
    expires: text({ maxLength: 40, description: 'The end, such as 2027-12-31T23:59:59Z; none unless given.' }),
    order: integer({ default: 0, minimum: 0, maximum: 2_147_483_647, description: 'The order at the seller.' }),
  },
  async run({ print }, { key, product, sites, expires, order }) {
    const end = expires === undefined ? null : Date.parse(expires);
    if (Number.isNaN(end)) throw new UsageError(`--expires is not a time: ${expires}`);
    const { signLicenceKey } = await import('@backroom/composition');
    const terms = {
      product_id: product,
      sites_max: sites,
      order_id: order,
      expires: end === null ? null : Math.floor(end / 1_000),
    };
    const productKey = await signLicenceKey(terms, key);
    print.result({ ...terms, product_key: productKey }, [productKey]);
  },
});

const documentOf = ({ source, isUsed, products, groups, state }: CatalogueReport) => ({
  source,
  used: isUsed,
  version: state.version,
  products,
  groups,
  key_id: state.keyId,
  accepted_at: state.acceptedAt?.toISOString() ?? null,
  checked_at: state.checkedAt?.toISOString() ?? null,
  fault: state.fault?.code ?? null,
  fault_message: state.fault?.message ?? null,
  revoked_keys: state.revokedKeys.join(','),
});

/** Reads, signs and checks extension catalogues. */
export const catalogue: readonly Command[] = [status, refresh, keys, sign, check, licence];
