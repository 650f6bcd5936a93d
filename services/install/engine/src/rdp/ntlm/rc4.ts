/** RC4 cipher for NTLM's signing and sealing. OpenSSL 3 has it only in a provider that Node does not load. */
export class Rc4 {
  private readonly state = Uint8Array.from({ length: 256 }, (_, n) => n);
  private i = 0;
  private j = 0;

  constructor(key: Buffer) {
    for (let i = 0, j = 0; i < 256; i += 1) {
      j = (j + this.state[i]! + key[i % key.length]!) & 255;
      this.swap(i, j);
    }
  }

  /** Encrypts or decrypts, continuing the stream of the previous call. */
  update(data: Buffer): Buffer {
    return Buffer.from(data.map((byte) => byte ^ this.next()));
  }

  private next(): number {
    this.i = (this.i + 1) & 255;
    this.j = (this.j + this.state[this.i]!) & 255;
    this.swap(this.i, this.j);
    return this.state[(this.state[this.i]! + this.state[this.j]!) & 255]!;
  }

  private swap(i: number, j: number): void {
    [this.state[i], this.state[j]] = [this.state[j]!, this.state[i]!];
  }
}

export const rc4 = (key: Buffer, data: Buffer): Buffer => new Rc4(key).update(data);
