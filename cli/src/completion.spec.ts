import { spawnSync } from 'node:child_process';
import { addCompletionCommand } from './completion.js';
import { processIo } from './io.js';
import { run } from './program.js';

async function scriptOf(shell: string): Promise<string> {
  let script = '';
  await run(['completion', shell], { ...processIo(), write: (text) => (script += text) });
  return script;
}

describe(addCompletionCommand.name, () => {
  /** Returns bash's completions of the last word. */
  async function complete(...words: string[]): Promise<string[]> {
    const script = `${await scriptOf('bash')}
COMP_WORDS=(casement "$@"); COMP_CWORD=$#; _casement; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...words], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    return stdout.trim().split('\n');
  }

  it('completes commands, admin subcommands and flags in bash', async () => {
    expect(await complete('ins')).toEqual(['install']);
    expect(await complete('admin', 'bl')).toEqual(['block']);
    expect(await complete('install', '--w')).toEqual(['--windows']);
    expect(await complete('admin', 'block', '--r')).toEqual(['--reason']);
  });

  it.each(['bash', 'zsh', 'fish'])('lists every command for %s', async (shell) => {
    const script = await scriptOf(shell);
    for (const name of [
      'login',
      'check',
      'install',
      'watch',
      'list',
      'logs',
      'cancel',
      'topup',
      'quota',
      'rdp',
      'admin',
      'import',
      'unblock',
    ])
      expect(script).toMatch(new RegExp(`\\b${name}\\b`));
  });
});
