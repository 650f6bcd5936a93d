interface Failure {
  /** Message template; `{name}` placeholders are replaced. */
  message: string;
  cure: string;
}

/** Failures of importing, storing and verifying images. Codes are stable. */
export const IMAGE_FAILURES = {
  FILE_MISSING: {
    message: 'There is no file {path}.',
    cure: 'Check its name and folder, and put names with spaces in quotes.',
  },
  FILE_IS_FOLDER: {
    message: '{path} is a folder.',
    cure: 'Name the file in it.',
  },
  FILE_UNREADABLE: {
    message: '{path} cannot be read ({reason}).',
    cure: 'Allow your user to read it, or run the command as root.',
  },
  SOURCE_MISSING: {
    message: 'There is no file {name} in the import folder.',
    cure: 'Copy the file there and try again.',
  },
  SOURCE_OUTSIDE: {
    message: '{name} is not in the import folder.',
    cure: 'Copy the file itself into the import folder; links to other places are not followed.',
  },
  SOURCE_NOT_A_FILE: {
    message: '{name} is not a readable file.',
    cure: 'Choose a file and make sure that the service can read it.',
  },
  ADDRESS_REFUSED: {
    message: 'We do not connect to {host}: its address is private, reserved or our own.',
    cure: 'Use a public address or copy the file into the import folder.',
  },
  HOST_UNKNOWN: {
    message: 'The host {host} has no IPv4 address.',
    cure: 'Check the URL for typos.',
  },
  SOURCE_UNREACHABLE: {
    message: 'The connection to {host} failed.',
    cure: 'Check whether the URL can be opened from elsewhere, then try again.',
  },
  SOURCE_ANSWERED: {
    message: '{host} returned status {status} instead of the file.',
    cure: 'Check the URL. It must point to the file itself and not require a sign-in.',
  },
  SOURCE_REDIRECTS: {
    message: '{host} redirects too many times or to a URL that is not allowed.',
    cure: 'Use the final URL of the redirects.',
  },
  SOURCE_UNMEASURED: {
    message: '{host} does not report the file size, so a truncated download could not be detected.',
    cure: 'Use a server that sends a Content-Length.',
  },
  SOURCE_CUT_SHORT: {
    message: 'The download stopped after {bytes} bytes.',
    cure: 'Try again. Data that is already stored is not stored twice.',
  },
  SOURCE_STALLED: {
    message: '{host} sent no data for {seconds} seconds.',
    cure: 'Try again when the server responds faster.',
  },
  SOURCE_TOO_LARGE: {
    message: 'The image is larger than the limit of {limit} GiB.',
    cure: 'Make the disk smaller or increase IMAGE_MAX_GIB.',
  },
  REPORT_OF_ANOTHER_IMAGE: {
    message:
      'The report certifies another image ({other}); this one is {image}. Nothing was changed.',
    cure: 'Certify this file with the same --min-memory, --min-disk and --handshake-only, using this version of Casement, and use that report.',
  },
  SHA256_DIFFERENT: {
    message: 'The file does not match: its SHA-256 is {found}.',
    cure: 'Compare it with the publisher’s SHA-256 and download the file again.',
  },
  COMPRESSION_DAMAGED: {
    message: 'The {kind} data is damaged or truncated.',
    cure: 'Copy or download the file again, preferably with its SHA-256.',
  },
  PROGRAM_MISSING: {
    message: 'This file requires the program {program}, which is not installed.',
    cure: 'Install it where the install service runs (Debian package {package}).',
  },
  FORMAT_UNSUPPORTED: {
    message: 'The file is {format}, not a supported disk image.',
    cure: 'Convert it to raw, VHD or QCOW2 first; see docs/images.md.',
  },
  QCOW2_BACKING: {
    message: 'The QCOW2 image needs a backing file.',
    cure: 'Merge it first: qemu-img convert -O qcow2 OLD NEW.',
  },
  QCOW2_ENCRYPTED: {
    message: 'The QCOW2 image is encrypted.',
    cure: 'Decrypt it first: qemu-img convert with its key.',
  },
  QCOW2_UNKNOWN: {
    message: 'The QCOW2 image keeps its data elsewhere or uses unsupported features.',
    cure: 'Convert it first: qemu-img convert -O qcow2 OLD NEW.',
  },
  VHD_DIFFERENCING: {
    message: 'The VHD contains only the differences from another VHD.',
    cure: 'Merge it with its parent first.',
  },
  CONVERSION_FAILED: {
    message: 'The {format} image could not be read completely.',
    cure: 'Check it with qemu-img check and copy it again.',
  },
  TEMP_SPACE: {
    message: 'There is not enough space for temporary files: {needed} MiB are required.',
    cure: 'Free some space in IMAGE_TEMP_DIR, or import a raw image, which needs no temporary space.',
  },
  IMAGE_ODD_SIZE: {
    message: 'The image is empty or its size is not a whole number of sectors.',
    cure: 'Copy the whole disk again; the file is probably truncated.',
  },
  NO_PARTITION_TABLE: {
    message: 'The image has no partition table.',
    cure: 'Import an image of the whole disk, not of a single partition.',
  },
  DISK_ODD: {
    message: 'The image could not be installed: {why}',
    cure: '{cure}',
  },
  PARTITION_PAST_END: {
    message: 'Partition {number} extends beyond the end of the image.',
    cure: 'Copy the whole disk again; the file is probably truncated.',
  },
  LINUX_NO_GPT: {
    message: 'The image of Linux has no GUID partition table.',
    cure: 'Use a generic cloud image whose GPT has a BIOS boot partition or an EFI system partition.',
  },
  LINUX_NO_LOADER: {
    message: 'The image of Linux boots neither in BIOS nor in UEFI mode.',
    cure: 'Use a generic cloud image with boot code and a BIOS boot partition, or with EFI/BOOT/BOOTX64.EFI on its EFI system partition.',
  },
  NO_NTFS: {
    message: 'The image has no NTFS partition, so it does not contain Windows.',
    cure: 'Import an image of a disk with Windows installed.',
  },
  NO_WINDOWS: {
    message: 'The image does not contain Windows: {why}',
    cure: '{cure}',
  },
  CONTRACT_REFUSED: {
    message: 'The image could not be installed: {why}',
    cure: '{cure}',
  },
  UPLOAD_SPACE: {
    message: 'The image store has no room for the file.',
    cure: 'Free some space there, then continue the upload.',
  },
  UPLOAD_LOST: {
    message: 'The image store lost or changed part {number} of {name}.',
    cure: 'Delete the upload and upload the file again.',
  },
  UPLOAD_GONE: {
    message: 'A required upload no longer exists.',
    cure: 'Upload the file again, then restart.',
  },
  UPLOAD_TEMP_SPACE: {
    message: 'There is not enough space for temporary files: {needed} MiB are required.',
    cure: 'Free some space in IMAGE_TEMP_DIR, then try again.',
  },
  UPLOAD_REFUSED: {
    message: '{name} cannot be used: {why}',
    cure: 'Delete the upload and upload another file.',
  },
  BUILD_REFUSED: {
    message: 'No image was built. {why}',
    cure: 'Fix the problem and start the build again. The version keeps its current image.',
  },
  STORE_FAILED: {
    message: 'The image store failed to read or write.',
    cure: 'Make sure that it has free space and is reachable, then try again.',
  },
  STORE_BUCKET_MISSING: {
    message: 'The object store {host} has no bucket {bucket}.',
    cure: 'Create a private bucket or correct IMAGE_S3_BUCKET, then try again.',
  },
  STORE_KEY_UNKNOWN: {
    message: 'The object store {host} does not know the access key.',
    cure: 'Correct IMAGE_S3_ACCESS_KEY_ID or create the key in the store, then try again.',
  },
  STORE_SECRET_WRONG: {
    message: 'The object store {host} rejected the access key’s secret.',
    cure: 'Correct IMAGE_S3_SECRET_ACCESS_KEY, then try again.',
  },
  STORE_FORBIDDEN: {
    message: 'The access key lacks permissions for the bucket {bucket} on {host}.',
    cure: 'Allow it to list, read, write and delete, then try again.',
  },
  STORE_REGION_WRONG: {
    message: 'The bucket {bucket} on {host} is in another region.',
    cure: 'Correct IMAGE_S3_REGION and IMAGE_S3_ENDPOINT, then try again.',
  },
  STORE_CLOCK_WRONG: {
    message: 'The clocks of {host} and the install service differ too much.',
    cure: 'Synchronize both with NTP, then try again.',
  },
  STORE_CERTIFICATE: {
    message: 'The certificate of the object store {host} is not trusted ({reason}).',
    cure: 'Make the install service trust the certificate’s authority, or renew the certificate, then try again.',
  },
  STORE_UNREACHABLE: {
    message: 'The object store {host} is not responding ({reason}).',
    cure: 'Check IMAGE_S3_ENDPOINT and the network, then try again. Data that is already stored is not stored twice.',
  },
  STORE_ANSWERED: {
    message: 'The object store {host} returned status {status}.',
    cure: 'Check its log and free space, then try again. Data that is already stored is not stored twice.',
  },
  MANIFEST_UNREADABLE: {
    message: 'The chunk list of an image that is still in use is missing.',
    cure: 'Import it again or delete it.',
  },
  IMAGE_DAMAGED: {
    message: '{damaged} of {chunks} chunks are damaged or missing. The image was withdrawn.',
    cure: 'Import the image again. Until then, it cannot be installed.',
  },
  CHUNK_DAMAGED: {
    message: 'A chunk of the image is damaged or missing in our own store, so it was not copied.',
    cure: 'Verify the image, then import it again.',
  },
  ORIGIN_UNKNOWN: {
    message: 'The origin {origin} no longer exists.',
    cure: 'Choose an origin from IMAGE_ORIGINS.',
  },
  ORIGIN_UNREACHABLE: {
    message: 'The origin {origin} ({host}) is not responding.',
    cure: 'Check its address in IMAGE_ORIGINS and the network, then try again.',
  },
  ORIGIN_ANSWERED: {
    message: 'The origin {origin} ({host}) returned status {status} instead of a chunk.',
    cure: 'Check its keys or secret in IMAGE_ORIGINS and the clocks on both sides.',
  },
  ORIGIN_INCOMPLETE: {
    message: 'On the origin {origin}, {damaged} of {chunks} chunks are missing or wrong.',
    cure: 'VPSs do not use this origin for this image. Check how the origin is filled, then copy the image again.',
  },
  WORKER_LOST: {
    message: 'The job stopped {attempts} times without a result.',
    cure: 'Check the log of the install service, then try again.',
  },
  UNEXPECTED: {
    message: 'An unexpected error occurred.',
    cure: 'Check the log of the install service, then try again.',
  },
} as const satisfies Record<string, Failure>;

export type ImageFailureCode = keyof typeof IMAGE_FAILURES;

/** The image cannot be imported or trusted. `cure` is the remedy. */
export class ImageRefused extends Error {
  readonly cure: string;

  constructor(
    readonly code: ImageFailureCode,
    values: Record<string, string | number> = {},
    options?: ErrorOptions,
  ) {
    const { message, cure } = IMAGE_FAILURES[code];
    super(fill(message, values), options);
    this.name = 'ImageRefused';
    this.cure = fill(cure, values);
  }
}

const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '?'));
