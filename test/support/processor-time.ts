import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of all threads of a process on Linux, in microseconds. */
export function processorTimeOf(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  const spent = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
  );
  return spent.reduce((sum, each) => sum + each, 0) / 1_000;
}
