import { z } from 'zod';
import { certificationSummary } from './certifications.js';
import { instant, NO_CONTROL_CHARACTERS, UNREADABLE } from '../../envelope.js';
import { RULES } from '../../rules.js';

/**
 * `none`: no image was imported yet. `damaged`: chunks are missing or changed, so the image was withdrawn. `missing`:
 * the store has lost its list of chunks. `unknown`: the store does not answer.
 */
export const imageState = z.enum(['none', 'ready', 'damaged', 'missing', 'unknown']);
export type ImageState = z.infer<typeof imageState>;

export const imageJobStatus = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);
export type ImageJobStatus = z.infer<typeof imageJobStatus>;

/** `importing` fetches and stores concurrently. QCOW2 and dynamic VHDs are copied and converted first. */
export const imageJobStep = z.enum(['copying', 'converting', 'building', 'importing', 'verifying']);
export type ImageJobStep = z.infer<typeof imageJobStep>;

export const imageFailure = z.object({
  /** Stable code, e.g. `NO_NTFS`. */
  code: z.string(),
  message: z.string(),
  /** Remedy. */
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
  /** File name, URL without its secret parts, or name of the origin of a copy; `null` for a verification. */
  source: z.string().nullable(),
  /** Percent of the step; `null` if the total is unknown. For a copy it counts chunks instead of bytes. */
  percent: z.number().nullable(),
  bytes_done: z.number().int(),
  bytes_total: z.number().int().nullable(),
  /** Bytes per second, averaged over the step. */
  rate: z.number().nullable(),
  /** Last log lines of a build, each with its time (UTC). Empty for other jobs. */
  log: z.array(z.string()),
  failure: imageFailure.nullable(),
  created_at: instant,
  finished_at: instant.nullable(),
});
export type ImageJob = z.infer<typeof imageJob>;

export const imageFacts = z.object({
  /** Name of the image: the SHA-256 of its manifest. */
  sha256: z.string(),
  firmware: z.enum(['bios', 'uefi']),
  /** Disk size, non-zero bytes and stored (compressed) bytes. */
  raw_size: z.number().int(),
  data_bytes: z.number().int(),
  stored_bytes: z.number().int(),
  /** Number of chunks with data. */
  chunks: z.number().int(),
  min_disk: z.number().int(),
  min_memory: z.number().int(),
  /** The image has no NLA, so an install completes once remote desktop responds, without a check of the password. */
  handshake_only: z.boolean().optional(),
  /** Usable Windows drivers: viostor, netkvm, ena. `null` if imported before they were detected. */
  drivers: z.array(z.string()).nullish(),
  /** Processor features that this Windows requires, e.g. sse4_2, popcnt. `null` if they were not recorded. */
  processor: z.array(z.string()).nullish(),
  /** virtio-win release of the disk drivers, e.g. 0.1.266. `null` if unknown. */
  virtio_win: z.string().nullish(),
});
export type ImageFacts = z.infer<typeof imageFacts>;

/** GET /admin/windows-images: one per Windows version, newest version first, not paged. */
export const windowsImage = z.object({
  windows_version_id: z.string(),
  name: z.string(),
  slug: z.string(),
  state: imageState,
  image: imageFacts.nullable(),
  imported_at: instant.nullable(),
  verified_at: instant.nullable(),
  /** Certification of this image; `null` if none is attached. */
  certification: certificationSummary.nullish(),
  /** Installs in progress that use this image. */
  active_installs: z.number().int(),
  /** Latest import, build, verification or copy. */
  job: imageJob.nullable(),
  /** Origins in the operator's order. `verified_at` is `null` if an origin does not have the complete image. */
  copies: z.array(z.object({ origin: z.string(), verified_at: instant.nullable() })).optional(),
});
export type WindowsImage = z.infer<typeof windowsImage>;

/** GET /admin/windows-images/files: files in the import folder, newest first. */
export const importableFile = z.object({
  /** Path relative to the import folder. */
  name: z.string(),
  size: z.number().int(),
  modified_at: instant,
});
export type ImportableFile = z.infer<typeof importableFile>;

/** Returns whether the text is a URL without a username or password, which would be stored. */
export const isImportUrl = (text: string): boolean => {
  // URL parsing strips some control characters, but the original text would be stored.
  if (!NO_CONTROL_CHARACTERS.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
};

/** POST /admin/windows-images/import: 202 and the job. Replaces the image of a version that has one. */
export const importImageRequest = z
  .object(
    {
      windows_version_id: z.uuid(RULES.WINDOWS_VERSION_UNKNOWN),
      source: z.enum(['file', 'url', 'upload'], RULES.IMPORT_SOURCE),
      /** Name relative to the import folder, URL, or id of an upload of kind `image`. */
      location: z.string(RULES.IMPORT_FILE).trim().max(2000, RULES.IMPORT_LOCATION_TOO_LONG),
      /** SHA-256 of the source file, compressed or not; empty if unknown. */
      sha256: z
        .string(RULES.SHA256)
        .trim()
        .toLowerCase()
        .regex(/^([0-9a-f]{64})?$/, RULES.SHA256)
        .default(''),
      /** Minimum memory of this Windows; empty for the default of all installs. */
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
      /** The image has no NLA: its installs complete once remote desktop responds. */
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

/** POST /admin/windows-images/{id}/replicate: 202 and the job. Copies to an origin of IMAGE_ORIGINS. */
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

/** Upper bound; an ISO has about a dozen editions. */
const MAX_EDITION = 1000;

/** GET /admin/windows-images/recipes: build recipe of an edition. */
export const imageRecipe = z.object({
  name: z.string(),
  title: z.string(),
  disk_gib: z.number().int(),
});
export type ImageRecipe = z.infer<typeof imageRecipe>;

/** Statement confirmed by `licensed`. Recorded in the audit log with the user and the time. */
export const LICENCE_STATEMENT =
  'My licence allows me to make this image and to install it on my customers’ machines.';

/** POST /admin/windows-images/build: 202 and the job. Replaces the image of a version that has one. */
export const buildImageRequest = z.object(
  {
    windows_version_id: z.uuid(RULES.WINDOWS_VERSION_UNKNOWN),
    iso_upload_id: z.uuid(RULES.BUILD_ISO),
    drivers_upload_id: z.uuid(RULES.BUILD_DRIVERS),
    /** Number of the edition on the ISO. */
    edition: z.coerce
      .number(RULES.BUILD_EDITION)
      .int(RULES.BUILD_EDITION)
      .min(1, RULES.BUILD_EDITION)
      .max(MAX_EDITION, RULES.BUILD_EDITION),
    /** Firmware of the target VPSs. An image supports either UEFI or BIOS, never both. */
    firmware: z.enum(['uefi', 'bios'], RULES.BUILD_FIRMWARE).default('uefi'),
    /** Empty for the edition's default recipe. */
    recipe: z
      .string(RULES.BUILD_RECIPE)
      .max(100, RULES.BUILD_RECIPE)
      .regex(NO_CONTROL_CHARACTERS, RULES.BUILD_RECIPE)
      .default(''),
    /** Empty for the recipe's size. */
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
    /** Confirms LICENCE_STATEMENT. */
    licensed: z.literal(true, RULES.BUILD_LICENSED),
  },
  UNREADABLE,
);
export type BuildImageRequest = z.infer<typeof buildImageRequest>;
