import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchAtTerminal } from './processes.ts';
import { backroom, temporaryFolder } from './terminal.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder?.[Symbol.asyncDispose]());

const isThere = (shell: string) => spawnSync(shell, ['--version']).status === 0;

const asked: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['', ['serve', 'users', '--json'], ['create']],
  ['users ', ['create', 'set-password', '--json'], ['serve']],
  ['users cr', ['create'], ['list']],
  ['users create anna --a', ['--admin', '--as'], ['--email']],
  ['users list --role ', ['admin', 'member'], ['--json']],
  ['--json users set-role --fo', ['--force'], ['--admin']],
  ['completion ', ['bash', 'zsh', 'fish'], ['serve']],
];

/** What a shell offers behind `backroom `. */
const offers: Readonly<Record<string, (file: string, line: string) => readonly string[]>> = {
  bash: (file, line) => {
    const words = `backroom ${line}`.split(' ');
    const list = words.map((word) => `'${word}'`).join(' ');
    return run('bash', [
      '--norc',
      '-c',
      `source '${file}'; COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _backroom; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ]);
  },
  fish: (file, line) =>
    run('fish', ['--no-config', '-c', `source '${file}'; complete -C 'backroom ${line}'`]).map(
      (each) => each.split('\t', 1)[0] ?? '',
    ),
  zsh: (file, line) => {
    const words = `backroom ${line}`.split(' ');
    const list = words.map((word) => `'${word}'`).join(' ');
    const script = `autoload -U +X bashcompinit compinit; compinit -D; bashcompinit; source '${file}'; setopt ksharrays; COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _backroom; printf '%s\\n' "\${COMPREPLY[@]}"`;
    // The completion system of zsh leaves out words that begin differently.
    return run('zsh', ['-f', '-c', script]).filter((word) => word.startsWith(words.at(-1) ?? ''));
  },
};

function run(shell: string, argv: readonly string[]): readonly string[] {
  const { stdout, stderr } = spawnSync(shell, argv, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder.path },
  });
  expect(stderr).toBe('');
  return stdout.split('\n');
}

describe.each(Object.entries(offers))('completion of %s', (shell, offer) => {
  it.skipIf(!isThere(shell)).each(asked)('offers what can follow: %j', async (line, wanted, unwanted) => {
    const file = join(folder.path, shell);
    const ended = await backroom(['completion', shell]);
    expect([ended.code, ended.err]).toEqual([0, '']);
    await writeFile(file, ended.out);
    const found = offer(file, line);
    expect(found).toEqual(expect.arrayContaining([...wanted]));
    for (const word of unwanted) expect(found).not.toContain(word);
  });
});

describe('completion', () => {
  it('supports no other shell', async () => {
    expect(await backroom(['completion', 'csh'])).toMatchObject({ code: 2, out: '' });
  });
});

describe.skipIf(!isThere('script'))('colours', () => {
  it.each([
    [{}, '\u001b[31mbackroom:\u001b[39m Unknown'],
    [{ NO_COLOR: '1' }, 'backroom: Unknown'],
    [{ TERM: 'dumb' }, 'backroom: Unknown'],
  ])('are printed on terminals that support them: %o', async (environment, wanted) => {
    await using command = launchAtTerminal(['nonsense'], environment);
    const { code, out } = await command.ended;
    expect([code, out.startsWith(wanted)]).toEqual([2, true]);
  });
});
