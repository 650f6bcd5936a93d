import { readFileSync } from 'node:fs';
import { withOurSocket, withWasmFile } from '../../../scripts/desktop-wasm.js';

const code = readFileSync(require.resolve('@devolutions/iron-remote-desktop-rdp'), 'utf8');

describe('the build of the desktop’s client', () => {
  it('makes a file of the WebAssembly in the package', () => {
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

  it('gives the client a WebSocket of ours', () => {
    expect(withOurSocket(code)).toMatch(
      /^import \{ DesktopSocket as WebSocket, SentBytes \} from ".*desktop-socket\.ts";\n/,
    );
  });

  it('fails where the package is built otherwise', () => {
    expect(() => withWasmFile('const kA = fetch("a.wasm");', () => '')).toThrow('no inlined');
    expect(() => withOurSocket('open(url);')).toThrow('no WebSocket');
    expect(() => withOurSocket('new WebSocket(url);')).toThrow('something else than Blobs');
  });
});
