import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { commandOf, identify, isAlive } from './process-identity.js';

describe('process identity', () => {
  it('identifies a running process', () => {
    const own = identify(process.pid);
    expect(own && isAlive(own)).toBe(true);
    expect(commandOf(process.pid)).toContain('node');
  });

  it('distinguishes a process from a later one with the same pid', () => {
    expect(isAlive({ pid: process.pid, startedAt: 'long ago' })).toBe(false);
  });

  it('reports an ended process as gone', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    const identity = identify(child.pid ?? 0);
    await once(child, 'exit');
    expect(identity && isAlive(identity)).toBe(false);
  });
});
