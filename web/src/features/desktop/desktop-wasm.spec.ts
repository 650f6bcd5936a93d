import { readFileSync } from 'node:fs';
import { withSocketHook, withWasmFile } from '../../../scripts/desktop-wasm.js';

const code = readFileSync(require.resolve('@devolutions/iron-remote-desktop-rdp'), 'utf8');

describe('desktop client build', () => {
  it('extracts the package’s WebAssembly to a file', () => {
    const files: Buffer[] = [];
    const built = withWasmFile(code, (file) => {
      files.push(file);
      return 'ref1';
    });
    expect(files).toHaveLength(1);
    expect(WebAssembly.validate(new Uint8Array(files[0]!))).toBe(true);
    expect(built).toContain('const kA = import.meta.ROLLUP_FILE_URL_ref1;');
    expect(built).not.toContain('data:application/wasm');
    expect(built.length).toBeLessThan(100_000);
  });

  it('replaces the client’s WebSocket with ours', () => {
    expect(withSocketHook(code)).toMatch(
      /^import \{ DesktopSocket as WebSocket, SentBytes \} from ".*desktop-socket\.ts";\n/,
    );
  });

  it('fails if the package’s build output has changed', () => {
    expect(() => withWasmFile('const kA = fetch("a.wasm");', () => '')).toThrow('no inlined');
    expect(() => withSocketHook('open(url);')).toThrow('no WebSocket');
    expect(() => withSocketHook('new WebSocket(url);')).toThrow('something else than Blobs');
  });
});
