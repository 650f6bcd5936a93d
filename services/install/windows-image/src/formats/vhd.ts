import type { Bytes } from './byte-stream.js';

const FOOTER = 512;
const COOKIE = 'conectix';

type VhdKind = 'fixed' | 'dynamic' | 'differencing';

/** Parses a VHD footer. Returns `null` if the 512 bytes are not a footer. */
export function vhdKind(footer: Buffer): { kind: VhdKind; size: number } | null {
  if (footer.length < FOOTER || footer.toString('latin1', 0, 8) !== COOKIE) return null;
  const kind = ([undefined, undefined, 'fixed', 'dynamic', 'differencing'] as const)[
    footer.readUInt32BE(60)
  ];
  return kind ? { kind, size: Number(footer.readBigUInt64BE(48)) } : null;
}

/** Strips the footer of a fixed-size VHD, leaving the raw disk. */
export async function* withoutVhdFooter(chunks: Bytes): AsyncGenerator<Buffer> {
  let before = 0;
  let last: Buffer | undefined;
  for await (const chunk of chunks) {
    if (last) {
      yield last;
      before += last.length;
    }
    last = chunk;
  }
  if (!last) return;
  const tail = last.subarray(-FOOTER);
  const footer = last.length % FOOTER === 0 ? vhdKind(tail) : null;
  const disk = last.subarray(0, last.length - FOOTER);
  const isFooter = footer?.kind === 'fixed' && footer.size === before + disk.length;
  const rest = isFooter ? disk : last;
  if (rest.length > 0) yield rest;
}
