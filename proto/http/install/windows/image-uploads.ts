import { z } from 'zod';
import { instant, UNREADABLE } from '../../envelope.js';
import { humanName } from '../../human-name.js';
import { imageFailure } from './images.js';
import { RULES } from '../../rules.js';

/** Size of every part except the last, which has the remainder. Parts are numbered from 0. */
export const UPLOAD_PART_BYTES = 4 * 2 ** 20;
/** Maximum bytes per file, larger than any installation medium or packed image. */
export const MAX_UPLOAD_BYTES = 64 * 2 ** 30;
/** Concurrent uploads of all administrators. */
export const MAX_UPLOADS = 12;
/** Hours after the last part, check or build until an upload is deleted. */
export const UPLOAD_HOURS = 24;

/** `iso`: a Windows installation medium; `drivers`: an ISO of drivers (virtio-win); `image`: a disk image. */
const uploadKind = z.enum(['iso', 'drivers', 'image'], RULES.UPLOAD_KIND);
export type UploadKind = z.infer<typeof uploadKind>;

/** `checking`: all parts have arrived, and the complete file is being read. Only a `ready` upload can be used. */
const uploadStatus = z.enum(['uploading', 'checking', 'ready', 'failed']);
export type UploadStatus = z.infer<typeof uploadStatus>;

/** Windows edition on an uploaded medium. Texts are taken from the medium. */
const uploadedEdition = z.object({
  index: z.number().int(),
  name: z.string(),
  /** Microsoft's name, e.g. `ServerStandard`. */
  id: z.string(),
  architecture: z.string(),
  languages: z.array(z.string()),
  build: z.number().int(),
  /** Name of its recipe; `null` if unsupported. */
  recipe: z.string().nullable(),
});
export type UploadedEdition = z.infer<typeof uploadedEdition>;

/** GET /admin/windows-images/uploads: uploads of all administrators, newest first, not paged. */
export const imageUpload = z.object({
  id: z.string(),
  kind: uploadKind,
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  status: uploadStatus,
  /** Received bytes. */
  received: z.number().int(),
  /** SHA-256 of the complete file: as stated in the request, otherwise computed by the check; `null` until then. */
  sha256: z.string().nullable(),
  /** Set for a ready ISO. */
  editions: z.array(uploadedEdition).nullable(),
  /** Reason why the upload cannot be used. */
  failure: imageFailure.nullable(),
  created_at: instant,
  expires_at: instant,
});
export type ImageUpload = z.infer<typeof imageUpload>;

/** GET /admin/windows-images/uploads/{id}: parts to be sent when an upload is resumed. */
export const imageUploadParts = imageUpload.extend({
  /** Numbers of the missing parts as inclusive ranges. */
  missing: z.array(z.object({ first: z.number().int(), last: z.number().int() })),
  /** SHA-256 of part 0, which identifies the file; `null` if that part is missing. */
  first_part_sha256: z.string().nullable(),
});
export type ImageUploadParts = z.infer<typeof imageUploadParts>;

const hash = () =>
  z
    .string(RULES.SHA256)
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/, RULES.SHA256);

/** POST /admin/windows-images/uploads */
export const imageUploadRequest = z.object(
  {
    kind: uploadKind,
    /** File name for display; never used as a path. */
    name: humanName(200, {
      text: RULES.UPLOAD_NAME,
      tooLong: RULES.UPLOAD_NAME,
      characters: RULES.UPLOAD_NAME,
    })
      .min(1, RULES.UPLOAD_NAME)
      .regex(/^[^/\\]*$/, RULES.UPLOAD_NAME),
    size: z
      .number(RULES.UPLOAD_SIZE)
      .int(RULES.UPLOAD_SIZE)
      .min(1, RULES.UPLOAD_SIZE)
      .max(MAX_UPLOAD_BYTES, RULES.UPLOAD_SIZE),
    /** SHA-256 of the complete file as stated by its publisher; empty if unknown. */
    sha256: z.union([z.literal(''), hash()], RULES.SHA256).default(''),
  },
  UNREADABLE,
);
export type ImageUploadRequest = z.infer<typeof imageUploadRequest>;

/** POST /admin/windows-images/uploads/{id}/complete */
export const completeUploadRequest = z.object(
  {
    /**
     * SHA-256 over the SHA-256s (32 bytes each) of all parts in order. It proves that the parts belong to one file.
     */
    parts_sha256: hash(),
  },
  UNREADABLE,
);
export type CompleteUploadRequest = z.infer<typeof completeUploadRequest>;

export const partCount = (size: number): number => Math.ceil(size / UPLOAD_PART_BYTES);

export const partBytes = (size: number, number: number): number =>
  Math.min(UPLOAD_PART_BYTES, size - number * UPLOAD_PART_BYTES);
