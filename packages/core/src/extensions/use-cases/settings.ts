import { faultIn, valuesInvalid } from '../../back-office/index.ts';
import type { FieldProblem } from '../../kernel/errors.ts';
import type { Schema, Schemas } from '../../kernel/schema.ts';
import { useCase } from '../../kernel/use-case.ts';
import { extensionNotInstalled, extensionUnavailable } from '../errors.ts';
import { type ExtensionPorts, SETTINGS_KEY } from '../ports.ts';
import type { ExtensionInput } from './change-extension.ts';

/** Settings of an extension by name. */
export type ExtensionSettings = Readonly<Record<string, unknown>>;

type SettingPorts = Pick<ExtensionPorts, 'extensionRuntime' | 'extensionValues'>;

/**
 * Reads the settings of a running extension: values of an administrator, else the defaults.
 * @throws DomainError `extension_unavailable`
 */
export const readExtensionSettings = useCase(
  { access: 'manage_extensions', effect: 'read', refusals: { unavailable: ['extension_unavailable'] } },
  (ports: SettingPorts) =>
    async (_, { slug }: ExtensionInput): Promise<ExtensionSettings> =>
      settingsOf(await schemasOf(ports, slug), await storedIn(ports, slug)),
);

/** An extension by its slug, and new values of its settings; null restores a default. */
export interface ChangeSettingsInput extends ExtensionInput {
  readonly values: ExtensionSettings;
}

/** A setting of an extension: what it declares, and the value that holds. */
export interface DeclaredSetting {
  readonly name: string;
  readonly schema: Schema;
  readonly value: unknown;
}

/**
 * Lists the settings of a running extension with their schemas, in the order of their declaration.
 * @throws DomainError `extension_not_installed`, `extension_unavailable`
 */
export const describeExtensionSettings = useCase(
  {
    access: 'manage_extensions',
    effect: 'read',
    refusals: { 'not-found': ['extension_not_installed'], unavailable: ['extension_unavailable'] },
  },
  (ports: SettingPorts & Pick<ExtensionPorts, 'extensions'>) =>
    async (_, { slug }: ExtensionInput): Promise<readonly DeclaredSetting[]> => {
      if (!(await ports.extensions.find(slug))) throw extensionNotInstalled(slug);
      const schemas = await schemasOf(ports, slug);
      const values = settingsOf(schemas, await storedIn(ports, slug));
      return Object.entries(schemas).map(([name, schema]) => ({ name, schema, value: values[name] }));
    },
);

/**
 * Changes settings of a running extension, and returns all of them.
 * @throws DomainError `extension_unavailable`, `validation_failed` that names the faulty settings
 */
export const changeExtensionSettings = useCase(
  {
    access: 'manage_extensions',
    effect: 'write',
    audit: 'extension.change_settings',
    refusals: { unavailable: ['extension_unavailable'], invalid: ['validation_failed'] },
  },
  (ports: SettingPorts & Pick<ExtensionPorts, 'extensions'>) =>
    async (_, { slug, values }: ChangeSettingsInput, { note }): Promise<ExtensionSettings> => {
      const schemas = await schemasOf(ports, slug);
      const faults = Object.entries(values).flatMap(([name, value]) => faultOf(schemas, name, value));
      if (faults.length > 0) throw valuesInvalid(faults);
      // The row serializes concurrent changes.
      await ports.extensions.hold(slug);
      const before = await storedIn(ports, slug);
      const merged = Object.entries({ ...before, ...values }).filter(([, value]) => value !== null);
      await ports.extensionValues.set(slug, SETTINGS_KEY, Object.fromEntries(merged));
      // Values may be secrets.
      const changes = Object.fromEntries(Object.keys(values).map((name) => [name, true as const]));
      note({ target: { type: 'extension', id: slug }, changes, isIdle: Object.keys(values).length === 0 });
      return settingsOf(schemas, Object.fromEntries(merged));
    },
);

async function schemasOf({ extensionRuntime }: SettingPorts, slug: string): Promise<Schemas> {
  const found = await extensionRuntime.contributionOf(slug);
  if (!found) throw extensionUnavailable();
  return found.declaration.settings;
}

async function storedIn({ extensionValues }: SettingPorts, slug: string): Promise<ExtensionSettings> {
  return ((await extensionValues.get(slug, SETTINGS_KEY)) ?? {}) as ExtensionSettings;
}

function faultOf(schemas: Schemas, name: string, value: unknown): readonly FieldProblem[] {
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (!schema)
    return [{ path: [name], code: 'unknown_parameter', message: `There is no setting ${name.slice(0, 100)}.` }];
  return value === null ? [] : [faultIn(schema, value, name) ?? []].flat();
}

/** A stored value that does not fit the schema of a later version is replaced by the default. */
function settingsOf(schemas: Schemas, stored: ExtensionSettings): ExtensionSettings {
  const currentOf = (name: string, { default: fallback, ...schema }: Schemas[string]): unknown =>
    Object.hasOwn(stored, name) && !faultIn(schema, stored[name], name) ? stored[name] : fallback;
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, currentOf(name, schema)]));
}
