import { inspect } from 'node:util';
import { CountingIds, ManualClock, MemoryLog } from '@backroom/adapters-memory';
import { NodeIds } from '@backroom/adapters-node';
import { clockContract, idsContract, logContract } from '@backroom/testing';
import { JsonLog } from '../../packages/composition/src/log.ts';
import { SystemClock } from '../../packages/composition/src/system-clock.ts';

clockContract('SystemClock', () => new SystemClock());
clockContract('ManualClock', () => new ManualClock());
idsContract('NodeIds', () => new NodeIds());
idsContract('CountingIds', () => new CountingIds());

logContract('MemoryLog', () => {
  const log = new MemoryLog();
  return { log, text: () => log.entries.map((note) => inspect(note)).join('\n') };
});
logContract('JsonLog', () => {
  const lines: string[] = [];
  const log = new JsonLog('info', { write: (line) => void lines.push(line) });
  return { log, text: () => lines.join('') };
});
