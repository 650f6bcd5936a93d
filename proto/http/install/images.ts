import { z } from 'zod';
import { certificationSummary } from './certifications.js';
import { instant, NO_CONTROL_CHARACTERS, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';

/**
 * `none`: nothing was imported yet. `damaged`: chunks are missing or changed, so the image was withdrawn. `missing`:
 * the store has lost its list of chunks. `unknown`: the store does not answer.
 */
export const imageState = z.enum(['none', 'ready', 'damaged', 'missing', 'unknown']);
export type ImageState = z.infer<typeof imageState>;

export const imageJobStatus = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);
export type ImageJobStatus = z.infer<typeof imageJobStatus>;

/** `importing` fetches and stores at once; QCOW2 and growing VHDs are copied and converted before it. */
export const imageJobStep = z.enum(['copying', 'converting', 'building', 'importing', 'verifying']);
export type ImageJobStep = z.infer<typeof imageJobStep>;

export const imageFailure = z.object({
  /** Stable, e.g. `NO_NTFS`. */
  code: z.string(),
  /** What happened. */
  message: z.string(),
  /** What to do. */
  cure: z.string(),
});
export type ImageFailure = z.infer<typeof imageFailure>;

/** GET /admin/windows-images/imports/{id}: an import, a build, a verification, or a copy to an origin. */
export const imageJob = z.object({
  id: z.string(),
  kind: z.enum(['import', 'verify', 'build', 'replicate']),
  windows_version_id: z.string(),
  status: imageJobStatus,
  step: imageJobStep.nullable(),
  /**
   * The file's name, or the address without what may be secret in it; the name of the origin of a copy; null for a
   * verification.
   */
  source: z.string().nullable(),
  /** Of the step; null where the end is not known. Of a copy in chunks, and then no bytes are counted. */
  percent: z.number().nullable(),
  bytes_done: z.number().int(),
  bytes_total: z.number().int().nullable(),
  /** Bytes per second, over the step. */
  rate: z.number().nullable(),
  /** Of a build: the last lines of what it has done, each with its time (UTC). Empty for the others. */
  log: z.array(z.string()),
  failure: imageFailure.nullable(),
  created_at: instant,
  finished_at: instant.nullable(),
});
export type ImageJob = z.infer<typeof imageJob>;

/** What is known of an imported image. */
export const imageFacts = z.object({
  /** Its name: the sha256 of its manifest. */
  sha256: z.string(),
  firmware: z.enum(['bios', 'uefi']),
  /** Bytes of the disk, of it what is not zero, and what that takes in the store. */
  raw_size: z.number().int(),
  data_bytes: z.number().int(),
  stored_bytes: z.number().int(),
  /** Chunks with data. */
  chunks: z.number().int(),
  min_disk: z.number().int(),
  min_memory: z.number().int(),
  /** Of a Windows without NLA: an install is done once remote desktop answers, without a try of the password. */
  handshake_only: z.boolean().optional(),
  /** Windows' drivers that it can use: viostor, netkvm, ena. Null where it was imported before they were looked for. */
  drivers: z.array(z.string()).nullish(),
});
export type ImageFacts = z.infer<typeof imageFacts>;

/** GET /admin/windows-images: one for every Windows version, newest version first, never paged. */
export const windowsImage = z.object({
  windows_version_id: z.string(),
  name: z.string(),
  slug: z.string(),
  state: imageState,
  image: imageFacts.nullable(),
  imported_at: instant.nullable(),
  verified_at: instant.nullable(),
  /** What came of the certification of this very image; null where none is attached. */
  certification: certificationSummary.nullish(),
  /** Installs under way that write this image. */
  active_installs: z.number().int(),
  /** The latest import, build, verification or copy. */
  job: imageJob.nullable(),
  /** The origins in the operator's order; `verified_at` is null where one does not have all of this image. */
  copies: z.array(z.object({ origin: z.string(), verified_at: instant.nullable() })).optional(),
});
export type WindowsImage = z.infer<typeof windowsImage>;

/** GET /admin/windows-images/files: what lies in the import folder, newest first. */
export const importableFile = z.object({
  /** Below the import folder. */
  name: z.string(),
  size: z.number().int(),
  modified_at: instant,
});
export type ImportableFile = z.infer<typeof importableFile>;

/** A web address without a user name or password, which would stay in a record. */
export const isImportUrl = (text: string): boolean => {
  // The parser leaves some out, and they would be stored.
  if (!NO_CONTROL_CHARACTERS.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
};

/** POST /admin/windows-images/import: 202 and the job. A version that has an image gets this one instead. */
export const importImageRequest = z
  .object(
    {
      windows_version_id: z.uuid(RULES.WINDOWS_VERSION_UNKNOWN),
      source: z.enum(['file', 'url', 'upload'], RULES.IMPORT_SOURCE),
      /** A name below the import folder, an address, or the id of an upload of kind `image`. */
      location: z.string(RULES.IMPORT_FILE).trim().max(2000, RULES.IMPORT_LOCATION_TOO_LONG),
      /** Of the file as it lies there, compressed or not; empty for none. */
      sha256: z
        .string(RULES.SHA256)
        .trim()
        .toLowerCase()
        .regex(/^([0-9a-f]{64})?$/, RULES.SHA256)
        .default(''),
      /** What Windows needs at least; empty for what every install needs. */
      min_memory_mib: z
        .union(
          [
            z.literal(''),
            z.coerce
              .number(RULES.MEMORY)
              .int(RULES.MEMORY)
              .min(1, RULES.MEMORY)
              .max(2 ** 20, RULES.MEMORY),
          ],
          RULES.MEMORY,
        )
        .default(''),
      /** The image has no NLA: its installs are done once remote desktop answers. */
      handshake_only: z.boolean(RULES.HANDSHAKE_ONLY).default(false),
    },
    UNREADABLE,
  )
  .superRefine(({ source, location, sha256 }, context) => {
    const refuse = (message: string) =>
      context.addIssue({ code: 'custom', path: ['location'], message });
    if (source === 'url') {
      if (!isImportUrl(location)) refuse(RULES.IMPORT_URL);
      else if (!/^https:/i.test(location) && sha256 === '')
        context.addIssue({ code: 'custom', path: ['sha256'], message: RULES.IMPORT_UNPROVEN });
    }
    if (source === 'upload' && !z.uuid().safeParse(location).success) refuse(RULES.IMPORT_UPLOAD);
    if (source === 'file' && (location === '' || !NO_CONTROL_CHARACTERS.test(location)))
      refuse(RULES.IMPORT_FILE);
  });
export type ImportImageRequest = z.infer<typeof importImageRequest>;

/** POST /admin/windows-images/{id}/replicate: 202 and the job. To an origin of IMAGE_ORIGINS. */
export const replicateImageRequest = z.object(
  {
    origin: z
      .string(RULES.IMAGE_ORIGIN)
      .min(1, RULES.IMAGE_ORIGIN)
      .max(31, RULES.IMAGE_ORIGIN)
      .regex(NO_CONTROL_CHARACTERS, RULES.IMAGE_ORIGIN),
  },
  UNREADABLE,
);
export type ReplicateImageRequest = z.infer<typeof replicateImageRequest>;

/** An ISO has a dozen or so. */
const MAX_EDITION = 1000;

/** GET /admin/windows-images/recipes: how an edition is made into an image. */
export const imageRecipe = z.object({
  name: z.string(),
  title: z.string(),
  /** The disk that it makes, in GiB. */
  disk_gib: z.number().int(),
});
export type ImageRecipe = z.infer<typeof imageRecipe>;

/** What `licensed` states; recorded in the audit log with who stated it and when. */
export const LICENCE_STATEMENT =
  'My licence allows me to make this image and to install it on my customers’ machines.';

/** POST /admin/windows-images/build: 202 and the job. A version that has an image gets this one instead. */
export const buildImageRequest = z.object(
  {
    windows_version_id: z.uuid(RULES.WINDOWS_VERSION_UNKNOWN),
    iso_upload_id: z.uuid(RULES.BUILD_ISO),
    drivers_upload_id: z.uuid(RULES.BUILD_DRIVERS),
    /** Its number on the ISO. */
    edition: z.coerce
      .number(RULES.BUILD_EDITION)
      .int(RULES.BUILD_EDITION)
      .min(1, RULES.BUILD_EDITION)
      .max(MAX_EDITION, RULES.BUILD_EDITION),
    /** Of the VPSs that the image is for: one suits UEFI or a BIOS, never both. */
    firmware: z.enum(['uefi', 'bios'], RULES.BUILD_FIRMWARE).default('uefi'),
    /** Empty for the one that is made for the edition. */
    recipe: z
      .string(RULES.BUILD_RECIPE)
      .max(100, RULES.BUILD_RECIPE)
      .regex(NO_CONTROL_CHARACTERS, RULES.BUILD_RECIPE)
      .default(''),
    /** Empty for the recipe's. */
    disk_gib: z
      .union(
        [
          z.literal(''),
          z.coerce
            .number(RULES.BUILD_DISK)
            .int(RULES.BUILD_DISK)
            .min(1, RULES.BUILD_DISK)
            .max(1024, RULES.BUILD_DISK),
        ],
        RULES.BUILD_DISK,
      )
      .default(''),
    /** LICENCE_STATEMENT. */
    licensed: z.literal(true, RULES.BUILD_LICENSED),
  },
  UNREADABLE,
);
export type BuildImageRequest = z.infer<typeof buildImageRequest>;
