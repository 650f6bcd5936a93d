import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const PACKAGE = /@devolutions\/iron-remote-desktop-rdp\/iron-remote-desktop-rdp\.js$/;
const INLINED = '"data:application/wasm;base64,';
/** What `gloo-net` makes of the bytes of a message. */
const SENT =
  /(__wbg_new_with_u8_array_sequence_\w+: function\(\) \{\s+return \w+\(function\(\w+\) \{\s+return )new Blob\(/;
const SOCKET = fileURLToPath(
  new URL('../src/features/desktop/engine/desktop-socket.ts', import.meta.url),
);

/**
 * IronRDP's package holds its WebAssembly as text, which it fetches from a `data:` address. The build makes a file of it:
 * the policy of the page allows no fetch of `data:`, a file is a quarter smaller, is compiled while it arrives, and is kept
 * by the browser. Its WebSocket becomes ours, which knows why it was closed and how much has passed, and so do the Blobs that it
 * sends there.
 */
export function desktopWasm(): Plugin {
  let building = true;
  return {
    name: 'casement:desktop-wasm',
    // Bundled beforehand, as in development, it would not pass here.
    config: () => ({ optimizeDeps: { exclude: ['@devolutions/iron-remote-desktop-rdp'] } }),
    configResolved: ({ command }) => {
      building = command === 'build';
    },
    transform(code, id) {
      if (!PACKAGE.test(id)) return undefined;
      const emit = (source: Buffer) =>
        this.emitFile({ type: 'asset', name: 'desktop.wasm', source });
      return { code: withOurSocket(building ? withWasmFile(code, emit) : code), map: null };
    },
  };
}

/** @throws Error where the package is built otherwise by now */
export function withWasmFile(code: string, emit: (source: Buffer) => string): string {
  const start = code.indexOf(INLINED);
  // No pattern: one of six million characters is too much for the engine of patterns.
  const end = code.indexOf('"', start + INLINED.length);
  if (start < 0 || end < 0) throw new Error('iron-remote-desktop-rdp has no inlined WebAssembly');
  const source = Buffer.from(code.slice(start + INLINED.length, end), 'base64');
  return `${code.slice(0, start)}import.meta.ROLLUP_FILE_URL_${emit(source)}${code.slice(end + 1)}`;
}

/** @throws Error where the package opens its connection otherwise by now */
export function withOurSocket(code: string): string {
  if (!code.includes('new WebSocket(')) throw new Error('iron-remote-desktop-rdp has no WebSocket');
  if (!SENT.test(code)) throw new Error('iron-remote-desktop-rdp sends something else than Blobs');
  const sent = code.replace(SENT, '$1new SentBytes(');
  return `import { DesktopSocket as WebSocket, SentBytes } from ${JSON.stringify(SOCKET)};\n${sent}`;
}
