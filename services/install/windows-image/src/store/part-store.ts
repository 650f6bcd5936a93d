export interface PartName {
  number: number;
  sha256: string;
}

/** Storage of upload parts next to the images (folder-part-store.ts, s3-part-store.ts), shared by all replicas. */
export interface PartStore {
  /** Returns the free bytes; `null` if unknown. */
  free(): Promise<number | null>;
  /** Stores a part atomically. @throws ImageRefused UPLOAD_SPACE, or the store's error */
  put(upload: string, part: PartName, content: Buffer): Promise<void>;
  /** Returns `null` if the part is missing. */
  read(upload: string, part: PartName): Promise<Buffer | null>;
  /** Removes all parts. Idempotent. */
  remove(upload: string): Promise<void>;
  uploads(): AsyncIterable<string>;
}

export const partFile = ({ number, sha256 }: PartName): string => `${number}-${sha256}`;
