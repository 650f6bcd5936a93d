import { z } from 'zod';
import { instant, UNREADABLE } from '../envelope.js';
import { imageFailure } from './images.js';
import { RULES } from '../rules.js';

/** Of every part but the last, which has what is left. Parts are numbered from 0. */
export const UPLOAD_PART_BYTES = 4 * 2 ** 20;
/** Of one file; more than any installation medium or packed image has. */
export const MAX_UPLOAD_BYTES = 64 * 2 ** 30;
/** At a time, of all administrators. */
export const MAX_UPLOADS = 12;
/** An upload goes so long after its last part, check or build. */
export const UPLOAD_HOURS = 24;

/** `iso`: an installation medium of Windows; `drivers`: an ISO of drivers (virtio-win); `image`: a disk image. */
const uploadKind = z.enum(['iso', 'drivers', 'image'], RULES.UPLOAD_KIND);
export type UploadKind = z.infer<typeof uploadKind>;

/** `checking`: all parts are there, and the whole is read. Only a `ready` one can be used. */
const uploadStatus = z.enum(['uploading', 'checking', 'ready', 'failed']);
export type UploadStatus = z.infer<typeof uploadStatus>;

/** An edition of Windows on an uploaded medium. Texts are the medium's own. */
const uploadedEdition = z.object({
  index: z.number().int(),
  name: z.string(),
  /** As Microsoft names it: `ServerStandard`. */
  id: z.string(),
  architecture: z.string(),
  languages: z.array(z.string()),
  build: z.number().int(),
  /** The name of the recipe for it; null where none is. */
  recipe: z.string().nullable(),
});
export type UploadedEdition = z.infer<typeof uploadedEdition>;

/** GET /admin/windows-images/uploads: those of all administrators, newest first, never paged. */
export const imageUpload = z.object({
  id: z.string(),
  kind: uploadKind,
  name: z.string(),
  /** In bytes. */
  size: z.number().int(),
  status: uploadStatus,
  /** Bytes that have arrived. */
  received: z.number().int(),
  /** Of the whole file: what was given, or once it was checked what was found. */
  sha256: z.string().nullable(),
  /** Of an ISO that is ready. */
  editions: z.array(uploadedEdition).nullable(),
  /** Why it cannot be used. */
  failure: imageFailure.nullable(),
  created_at: instant,
  expires_at: instant,
});
export type ImageUpload = z.infer<typeof imageUpload>;

/** GET /admin/windows-images/uploads/{id}: what is still to be sent, for one that goes on. */
export const imageUploadParts = imageUpload.extend({
  /** The numbers of the parts that are missing, as ranges with both ends. */
  missing: z.array(z.object({ first: z.number().int(), last: z.number().int() })),
  /** SHA-256 of part 0, by which the file is recognised; null where that part is missing. */
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
    /** As the file is called; it is shown, and never made into a path. */
    name: z
      .string(RULES.UPLOAD_NAME)
      .trim()
      .min(1, RULES.UPLOAD_NAME)
      .max(200, RULES.UPLOAD_NAME)
      // NO_CONTROL_CHARACTERS, and no separator of folders.
      .regex(/^[^\u0000-\u001f\u007f-\u009f/\\]+$/, RULES.UPLOAD_NAME),
    size: z
      .number(RULES.UPLOAD_SIZE)
      .int(RULES.UPLOAD_SIZE)
      .min(1, RULES.UPLOAD_SIZE)
      .max(MAX_UPLOAD_BYTES, RULES.UPLOAD_SIZE),
    /** Of the whole file, as its publisher states it; empty for none. */
    sha256: z.union([z.literal(''), hash()], RULES.SHA256).default(''),
  },
  UNREADABLE,
);
export type ImageUploadRequest = z.infer<typeof imageUploadRequest>;

/** POST /admin/windows-images/uploads/{id}/complete */
export const completeUploadRequest = z.object(
  {
    /** SHA-256 over the SHA-256s (32 bytes each) of all parts in their order: the parts are those of one file. */
    parts_sha256: hash(),
  },
  UNREADABLE,
);
export type CompleteUploadRequest = z.infer<typeof completeUploadRequest>;

/** How many parts a file of this size has. */
export const partCount = (size: number): number => Math.ceil(size / UPLOAD_PART_BYTES);

/** The bytes of one of its parts. */
export const partBytes = (size: number, number: number): number =>
  Math.min(UPLOAD_PART_BYTES, size - number * UPLOAD_PART_BYTES);
