import { chunkUrl } from './chunk-url.js';
import type { ImageOrigin } from './origin-settings.js';

/** From where a VPS fetches chunks instead of through us. */
export interface ChunkOrigins {
  /** The names of those that have all of this image (its manifest's sha256), in the operator's order. */
  having(imageSha256: string): Promise<string[]>;
  /** Null where there is no such origin, or it does not have the image. */
  urlOf(origin: string, imageSha256: string, chunk: string): Promise<string | null>;
}

export const NO_ORIGINS: ChunkOrigins = {
  having: () => Promise.resolve([]),
  urlOf: () => Promise.resolve(null),
};

export class ConfiguredOrigins implements ChunkOrigins {
  constructor(
    private readonly origins: readonly ImageOrigin[],
    /** The names of the origins in which every chunk of the image was seen to be right. */
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
