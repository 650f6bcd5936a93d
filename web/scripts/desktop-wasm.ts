import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const PACKAGE = /@devolutions\/iron-remote-desktop-rdp\/iron-remote-desktop-rdp\.js$/;
const INLINED = '"data:application/wasm;base64,';
/** Code that `gloo-net` generates for sending a message's bytes. */
const SENT =
  /(__wbg_new_with_u8_array_sequence_\w+: function\(\) \{\s+return \w+\(function\(\w+\) \{\s+return )new Blob\(/;
const SOCKET = fileURLToPath(
  new URL('../src/features/desktop/engine/desktop-socket.ts', import.meta.url),
);

/**
 * Extracts the WebAssembly that IronRDP's package embeds as text and fetches from a `data:` address. The page's CSP
 * forbids fetching `data:`, and a file is a quarter smaller, compiles while it arrives and is cached by the browser.
 * Also replaces the package's WebSocket with ours, which knows the close reason and the transferred bytes, and the
 * Blobs it sends.
 */
export function desktopWasm(): Plugin {
  let building = true;
  return {
    name: 'casement:desktop-wasm',
    // Prebundling in development would bypass this plugin.
    config: () => ({ optimizeDeps: { exclude: ['@devolutions/iron-remote-desktop-rdp'] } }),
    configResolved: ({ command }) => {
      building = command === 'build';
    },
    transform(code, id) {
      if (!PACKAGE.test(id)) return undefined;
      const emit = (source: Buffer) =>
        this.emitFile({ type: 'asset', name: 'desktop.wasm', source });
      return { code: withSocketHook(building ? withWasmFile(code, emit) : code), map: null };
    },
  };
}

/** @throws Error if the package's build output has changed */
export function withWasmFile(code: string, emit: (source: Buffer) => string): string {
  const start = code.indexOf(INLINED);
  // A regular expression cannot match six million characters.
  const end = code.indexOf('"', start + INLINED.length);
  if (start < 0 || end < 0) throw new Error('iron-remote-desktop-rdp has no inlined WebAssembly');
  const source = Buffer.from(code.slice(start + INLINED.length, end), 'base64');
  return `${code.slice(0, start)}import.meta.ROLLUP_FILE_URL_${emit(source)}${code.slice(end + 1)}`;
}

/** @throws Error if the package opens its connection differently */
export function withSocketHook(code: string): string {
  if (!code.includes('new WebSocket(')) throw new Error('iron-remote-desktop-rdp has no WebSocket');
  if (!SENT.test(code)) throw new Error('iron-remote-desktop-rdp sends something else than Blobs');
  const sent = code.replace(SENT, '$1new SentBytes(');
  return `import { DesktopSocket as WebSocket, SentBytes } from ${JSON.stringify(SOCKET)};\n${sent}`;
}
