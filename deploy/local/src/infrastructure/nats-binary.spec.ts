import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNatsServer } from './nats-binary.js';
import { temporaryFolder } from '../testing/temporary-folder.js';

const root = temporaryFolder();

function folderWith(name: string, mode = 0o755): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'nats-server'), '');
  chmodSync(join(folder, 'nats-server'), mode);
  return folder;
}

describe(findNatsServer.name, () => {
  it('prefers NATS_SERVER_BIN', async () => {
    const named = join(folderWith('named'), 'nats-server');
    const env = { NATS_SERVER_BIN: named, PATH: folderWith('path') };
    expect(await findNatsServer(join(root, 'bin'), env)).toBe(named);
  });

  it('rejects a NATS_SERVER_BIN that cannot be executed', async () => {
    const NATS_SERVER_BIN = join(folderWith('plain', 0o644), 'nats-server');
    await expect(findNatsServer(root, { NATS_SERVER_BIN })).rejects.toThrow(
      `NATS_SERVER_BIN names no executable file: ${NATS_SERVER_BIN}`,
    );
  });

  it('searches PATH, then the system folder, then earlier downloads', async () => {
    const [path, system, bin] = ['path', 'system', 'fetched'].map((name) => folderWith(name));
    const find = (env: NodeJS.ProcessEnv, folders: string[]) =>
      findNatsServer(bin ?? '', env, folders);
    expect(await find({ PATH: path }, [system ?? ''])).toBe(`${path}/nats-server`);
    expect(await find({}, [system ?? ''])).toBe(`${system}/nats-server`);
    expect(await find({}, [])).toBe(`${bin}/nats-server`);
  });

  it('reports the remedy in one sentence if nats-server and apt are missing', async () => {
    const bin = join(root, 'empty');
    await expect(findNatsServer(bin, { PATH: root }, [])).rejects.toThrow(
      /^nats-server was not found: install it \(.*\) or set NATS_SERVER_BIN to its path\.$/,
    );
    expect(readdirSync(bin)).toEqual([]);
  });
});
