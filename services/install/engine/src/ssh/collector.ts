import { plainText } from '@casement/windows-image/text.js';

/** No script of ours prints more. */
export const OUTPUT_LIMIT = 1 << 20;

/**
 * What a channel printed. The VPS decides how many packets it comes in, so a packet costs what it brings, not what came
 * before it: by single bytes that would hold up the whole process.
 */
export class Collector {
  private bytes = Buffer.alloc(4096);
  private length = 0;
  /** From where each text is looked for: it does not begin before. */
  private readonly searchFrom = new Map<string, number>();

  /** False where it would be more than OUTPUT_LIMIT: the part is not kept. */
  add(part: Buffer): boolean {
    const length = this.length + part.length;
    if (length > OUTPUT_LIMIT) return false;
    if (length > this.bytes.length) {
      const larger = Buffer.alloc(Math.max(length, 2 * this.bytes.length));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    part.copy(this.bytes, this.length);
    this.length = length;
    return true;
  }

  /** Drops everything up to the end of this line; false where it has not come yet. */
  dropUntil(line: string): boolean {
    const at = this.find(`${line}\n`);
    if (at >= 0) this.cut(0, at + line.length + 1);
    return at >= 0;
  }

  /** Drops this text; false where it has not come. */
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
