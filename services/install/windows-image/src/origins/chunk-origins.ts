import { chunkUrl } from './chunk-url.js';
import type { ImageOrigin } from './origin-settings.js';

export interface ChunkOrigins {
  /** Returns the origins with the complete image (manifest sha256), in the operator's order. */
  having(imageSha256: string): Promise<string[]>;
  /** Returns `null` if the origin does not exist or lacks the image. */
  urlOf(origin: string, imageSha256: string, chunk: string): Promise<string | null>;
}

export const NO_ORIGINS: ChunkOrigins = {
  having: () => Promise.resolve([]),
  urlOf: () => Promise.resolve(null),
};

export class ConfiguredOrigins implements ChunkOrigins {
  constructor(
    private readonly origins: readonly ImageOrigin[],
    /** Origins in which every chunk of the image was verified. */
    private readonly verified: (imageSha256: string) => Promise<ReadonlySet<string>>,
    private readonly now: () => Date = () => new Date(),
  ) {}

  async having(imageSha256: string): Promise<string[]> {
    if (this.origins.length === 0) return [];
    const verified = await this.verified(imageSha256);
    return this.origins.map(({ name }) => name).filter((name) => verified.has(name));
  }

  async urlOf(name: string, imageSha256: string, chunk: string): Promise<string | null> {
    const origin = this.origins.find((one) => one.name === name);
    if (!origin || !(await this.verified(imageSha256)).has(name)) return null;
    return chunkUrl(origin, chunk, this.now());
  }
}
