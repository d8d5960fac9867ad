import type { Extension, ExtensionState } from '@backroom/core/extensions';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** Installed extensions. */
export const ExtensionEntity = defineEntity({
  name: 'Extension',
  tableName: 'extension',
  properties: {
    slug: p.string().length(64).primary(),
    title: p.string().length(200),
    version: p.string().length(100),
    api: p.integer(),
    isActive: p.boolean(),
    state: p.string().$type<ExtensionState>().length(8),
    failure: p.text().nullable(),
    rights: p.array(),
    folder: p.string().length(200),
    sha256: p.string().length(64).fieldName('sha256'),
    signedBy: p.string().length(32).nullable(),
    previousVersion: p.string().length(100).nullable(),
    previousFolder: p.string().length(200).nullable(),
    isUnproven: p.boolean().default(false),
    installedAt: p.datetime(3),
    activatedAt: p.datetime(3).nullable(),
    revision: p.integer(),
  },
  checks: [
    { name: 'extension_state_check', expression: "state in ('inactive', 'starting', 'running', 'failed')" },
    { name: 'extension_active_check', expression: "is_active or state <> 'running'" },
  ],
});

/** A stored extension. */
export type ExtensionRow = InferEntity<typeof ExtensionEntity>;

export const extensionColumns = ({ rights, ...extension }: Extension) => ({ ...extension, rights: [...rights] });

/** The extension of a row. */
export const toExtension = (row: ExtensionRow): Extension => ({
  slug: row.slug,
  title: row.title,
  version: row.version,
  api: row.api,
  isActive: row.isActive,
  state: row.state,
  failure: row.failure ?? null,
  rights: row.rights,
  folder: row.folder,
  sha256: row.sha256,
  signedBy: row.signedBy ?? null,
  previousVersion: row.previousVersion ?? null,
  previousFolder: row.previousFolder ?? null,
  isUnproven: row.isUnproven,
  installedAt: row.installedAt,
  activatedAt: row.activatedAt ?? null,
  revision: row.revision,
});
