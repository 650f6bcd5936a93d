import * as zlib from 'node:zlib';

type Codec = (data: Buffer) => Promise<Buffer>;

/**
 * Chunks are compressed once and downloaded by every install, but higher levels are not worth it (docs/engine.md).
 */
const LEVEL = 9;
/** Lower level because it blocks the main thread. */
const QUICK_LEVEL = 3;

type Done = (error: Error | null, out: Buffer) => void;

interface ZlibWithZstd {
  zstdCompress?: (data: Buffer, options: object, done: Done) => void;
  zstdDecompress?: (data: Buffer, done: Done) => void;
  constants: { ZSTD_c_compressionLevel?: number };
}

/** Node has zstd since 22.15. Older versions use a WebAssembly build on the main thread. */
const native = zlib as unknown as ZlibWithZstd;

export const zstdCompress: Codec = async (data) => {
  const { zstdCompress: compress, constants } = native;
  if (!compress) return Buffer.from((await wasm()).compress(data, QUICK_LEVEL));
  const params = { [constants.ZSTD_c_compressionLevel!]: LEVEL };
  return new Promise((resolve, reject) => {
    compress(data, { params }, (error, out) => (error ? reject(error) : resolve(out)));
  });
};

/** @throws if the data is invalid or truncated */
export const zstdDecompress: Codec = async (data) => {
  const { zstdDecompress: decompress } = native;
  if (!decompress) return Buffer.from((await wasm()).decompress(data));
  return new Promise((resolve, reject) => {
    decompress(data, (error, out) => (error ? reject(error) : resolve(out)));
  });
};

interface Wasm {
  init(): Promise<void>;
  compress(data: Uint8Array, level: number): Uint8Array;
  decompress(data: Uint8Array): Uint8Array;
}

let loading: Promise<Wasm> | undefined;
const wasm = () =>
  (loading ??= (async () => {
    const module = (await import('@bokuweb/zstd-wasm')) as unknown as Wasm & { default?: Wasm };
    const codec = module.default ?? module;
    await codec.init();
    return codec;
  })());
