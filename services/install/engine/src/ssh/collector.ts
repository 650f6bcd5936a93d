import { plainText } from '@casement/windows-image/text.js';

/** Larger than the output of any of our scripts. */
export const OUTPUT_LIMIT = 1 << 20;

/**
 * Collects a channel's output. The VPS chooses the packet sizes, so appending costs only the new bytes. Otherwise
 * single-byte packets would block the process.
 */
export class Collector {
  private bytes = Buffer.alloc(4096);
  private length = 0;
  /** Offset at which the next search for each text starts. */
  private readonly searchFrom = new Map<string, number>();

  /** Returns false and drops the part if it would exceed OUTPUT_LIMIT. */
  add(chunk: Buffer): boolean {
    const length = this.length + chunk.length;
    if (length > OUTPUT_LIMIT) return false;
    if (length > this.bytes.length) {
      const larger = Buffer.alloc(Math.max(length, 2 * this.bytes.length));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    chunk.copy(this.bytes, this.length);
    this.length = length;
    return true;
  }

  /** Drops everything up to the end of this line. Returns false if the line has not arrived. */
  dropUntil(line: string): boolean {
    const at = this.find(`${line}\n`);
    if (at >= 0) this.cut(0, at + line.length + 1);
    return at >= 0;
  }

  /** Drops this text. Returns false if the text has not arrived. */
  drop(text: string): boolean {
    const at = this.find(text);
    if (at >= 0) this.cut(at, at + text.length);
    return at >= 0;
  }

  text(): string {
    return plainText(this.bytes.toString('utf8', 0, this.length));
  }

  private find(text: string): number {
    const from = this.searchFrom.get(text) ?? 0;
    const at = this.bytes.subarray(from, this.length).indexOf(text);
    if (at >= 0) return from + at;
    this.searchFrom.set(text, Math.max(from, this.length - text.length + 1));
    return -1;
  }

  private cut(from: number, to: number): void {
    this.bytes.copyWithin(from, to, this.length);
    this.length -= to - from;
    this.searchFrom.clear();
  }
}
