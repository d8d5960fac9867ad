import type { IdentityPorts } from '../ports.ts';
import { openDirectory } from './access.ts';

/** Checks whether the directory is reachable; `off` if it is disabled. */
export async function checkDirectory(
  ports: Pick<IdentityPorts, 'directory' | 'directorySettings' | 'fixedDirectory' | 'secretBox'>,
): Promise<'ok' | 'failed' | 'off'> {
  const state = await openDirectory(ports);
  if (state.kind !== 'ready') return state.kind === 'off' ? 'off' : 'failed';
  return (await ports.directory.probe(state.access)).ok ? 'ok' : 'failed';
}
