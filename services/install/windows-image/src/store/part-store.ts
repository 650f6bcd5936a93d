/** A part of an upload. Its bytes are in its name: another content is another part. */
export interface PartName {
  number: number;
  sha256: string;
}

/** Where the parts of uploads lie: beside the images (folder-part-store.ts, s3-part-store.ts), so every replica has them. */
export interface PartStore {
  /** Bytes that are free; null where the store does not tell. */
  free(): Promise<number | null>;
  /** Whole or not at all. @throws ImageRefused UPLOAD_SPACE, or why the store cannot be written */
  put(upload: string, part: PartName, content: Buffer): Promise<void>;
  /** Null where it is missing. */
  read(upload: string, part: PartName): Promise<Buffer | null>;
  /** All its parts. Whether there were any makes no difference. */
  remove(upload: string): Promise<void>;
  /** The ids of all uploads with parts. */
  uploads(): AsyncIterable<string>;
}

export const partFile = ({ number, sha256 }: PartName): string => `${number}-${sha256}`;
