import { type RunContext, useCase } from '../../kernel/use-case.ts';
import { extensionNotInstalled } from '../errors.ts';
import type { Extension } from '../extension.ts';
import type { ExtensionPorts } from '../ports.ts';

/** An extension by its slug. */
export interface ExtensionInput {
  readonly slug: string;
}

const declared = {
  access: 'manage_extensions',
  effect: 'write',
  transaction: 'own',
  repeats: 'answer',
} as const;

const targetOf = (slug: string) => ({ type: 'extension', id: slug });

/**
 * Deactivates an extension; nothing happens if it is not active. All servers unload it within two seconds.
 * @throws DomainError `extension_not_installed`
 */
export const deactivateExtension = useCase(
  { ...declared, audit: 'extension.deactivate', refusals: { 'not-found': ['extension_not_installed'] } },
  (ports: ExtensionPorts) =>
    async (_, { slug }: ExtensionInput, { note, inUnit }): Promise<Extension> => {
      note({ target: targetOf(slug) });
      const extension = await inUnit(() => deactivate(ports, slug, note));
      await ports.extensionRuntime.unload(slug);
      return extension;
    },
);

async function deactivate(
  { extensions, events, clock }: ExtensionPorts,
  slug: string,
  note: RunContext['note'],
): Promise<Extension> {
  const held = await extensions.hold(slug);
  if (!held) throw extensionNotInstalled(slug);
  note({ target: targetOf(slug), isIdle: !held.isActive, changes: { state: { from: held.state, to: 'inactive' } } });
  if (!held.isActive) return held;
  const inactive = { ...held, isActive: false, state: 'inactive', failure: null } as const;
  events.publish({ type: 'extension.deactivated', at: clock.now(), slug, version: held.version });
  return extensions.save(inactive);
}

/** An extension by its slug, and what becomes of its stored values. */
export interface RemoveExtensionInput extends ExtensionInput {
  /** Whether the values that it has stored stay, for a later installation. */
  readonly keepData: boolean;
}

/**
 * Deactivates an extension and removes it with its packages and stored values. All servers unload it within two seconds.
 * @throws DomainError `extension_not_installed`
 */
export const removeExtension = useCase(
  { ...declared, audit: 'extension.remove', refusals: { 'not-found': ['extension_not_installed'] } },
  (ports: ExtensionPorts) =>
    async (_, { slug, keepData }: RemoveExtensionInput, { note, inUnit }): Promise<Extension> => {
      const { extensions, extensionValues, extensionInstaller, extensionRuntime, extensionLogs, events, clock } = ports;
      note({ target: targetOf(slug) });
      const removed = await inUnit(async () => {
        const held = await extensions.hold(slug);
        if (!held) throw extensionNotInstalled(slug);
        await extensions.remove(slug);
        if (!keepData) await extensionValues.clear(slug);
        const changes = { version: { from: held.version, to: null }, ...(!keepData && { values: true as const }) };
        note({ target: targetOf(slug), changes });
        events.publish({ type: 'extension.removed', at: clock.now(), slug, version: held.version });
        return held;
      });
      await extensionRuntime.unload(slug);
      for (const folder of [removed.folder, removed.previousFolder])
        if (folder !== null) await extensionInstaller.remove(folder);
      if (!keepData) await extensionLogs.remove(slug);
      return removed;
    },
);
