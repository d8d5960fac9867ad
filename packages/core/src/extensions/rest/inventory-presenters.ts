import { plainTypeOf } from '../../kernel/schema.ts';
import type { DeclaredSetting, Extension, ExtensionOffer, InspectedExtension, UpdateOutcome } from '../index.ts';

/** An installed extension by wire names, without folder and digest. */
export const presentExtension = (extension: Extension) => ({
  slug: extension.slug,
  title: extension.title,
  version: extension.version,
  is_active: extension.isActive,
  state: extension.state,
  failure: extension.failure,
  rights: extension.rights,
  is_signed: extension.signedBy !== null,
  previous_version: extension.previousVersion,
  installed_at: extension.installedAt.toISOString(),
  activated_at: extension.activatedAt?.toISOString() ?? null,
});

/** A product of the catalogue by wire names. */
export const presentOffer = ({ product, installedVersion, hasUpdate, needsVersion }: ExtensionOffer) => ({
  slug: product.slug,
  type: product.type,
  name: product.name,
  description: product.description,
  version: product.version,
  vendor: product.vendorName,
  price: product.price,
  currency: product.currency,
  billing: product.billing,
  documentation_url: product.documentationUrl,
  is_installable: product.isInstallable,
  needs_version: needsVersion,
  installed_version: installedVersion,
  has_update: hasUpdate,
});

export const presentInspected = ({ newRights, ...inspected }: InspectedExtension) => ({
  slug: inspected.slug,
  title: inspected.title,
  version: inspected.version,
  rights: inspected.rights,
  new_rights: newRights,
  hosts: inspected.hosts,
});

export const presentDeclaredSetting = ({ name, schema, value }: DeclaredSetting) => ({
  name,
  type: schema.type === undefined ? null : plainTypeOf(schema),
  description: schema.description ?? null,
  choices: schema.enum ?? null,
  minimum: schema.minimum ?? null,
  maximum: schema.maximum ?? null,
  max_length: schema.maxLength ?? null,
  value: value ?? null,
  default: schema.default ?? null,
});

export const presentUpdate = ({ kind, version, reason }: UpdateOutcome) => ({
  outcome: kind === 'rolled-back' ? 'rolled_back' : kind,
  version,
  reason,
});
