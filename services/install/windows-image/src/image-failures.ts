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
    message: '{name} is not a file that can be read.',
    cure: 'Choose a file, and let the service read it.',
  },
  ADDRESS_REFUSED: {
    message: 'We do not connect to {host}: its address is private, reserved or our own.',
    cure: 'Use a public address, or copy the file into the import folder.',
  },
  HOST_UNKNOWN: {
    message: 'The name {host} has no IPv4 address.',
    cure: 'Check the address for typing errors.',
  },
  SOURCE_UNREACHABLE: {
    message: 'The connection to {host} failed.',
    cure: 'Check whether the address can be opened from elsewhere, then try again.',
  },
  SOURCE_ANSWERED: {
    message: '{host} answered with status {status} instead of the file.',
    cure: 'Check the address; it has to lead to the file itself, without a sign-in.',
  },
  SOURCE_REDIRECTS: {
    message: '{host} redirects too often, or to an address that is not allowed.',
    cure: 'Use the address that the redirects end at.',
  },
  SOURCE_UNMEASURED: {
    message:
      '{host} does not state the size of the file, so a truncated download could not be detected.',
    cure: 'Use a server that sends a Content-Length.',
  },
  SOURCE_CUT_SHORT: {
    message: 'The file broke off after {bytes} bytes.',
    cure: 'Try again; what is already stored is not stored twice.',
  },
  SOURCE_STALLED: {
    message: 'Nothing came from {host} for {seconds} seconds.',
    cure: 'Try again when the server answers more quickly.',
  },
  SOURCE_TOO_LARGE: {
    message: 'The image is larger than the limit of {limit} GiB.',
    cure: 'Make the disk smaller, or raise IMAGE_MAX_GIB.',
  },
  REPORT_OF_ANOTHER_IMAGE: {
    message:
      'The report certifies another image ({other}); this one is {image}. Nothing was changed.',
    cure: 'Certify this file with the same --min-memory, --min-disk and --handshake-only, by this version of Casement, and take that report.',
  },
  SHA256_DIFFERENT: {
    message: 'The file does not match: its SHA-256 is {found}.',
    cure: 'Compare it with the SHA-256 of the publisher, and download the file again.',
  },
  COMPRESSION_DAMAGED: {
    message: 'The {kind} data is damaged or cut short.',
    cure: 'Copy or download the file again, best with its SHA-256.',
  },
  PROGRAM_MISSING: {
    message: 'The program {program} is needed for this file and is not installed.',
    cure: 'Install it where the install service runs (Debian package {package}).',
  },
  FORMAT_UNSUPPORTED: {
    message: 'The file is {format}, not a supported disk image.',
    cure: 'Convert it to raw, VHD or QCOW2 first; docs/images.md says how.',
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
    message: 'The VHD holds only the differences to another one.',
    cure: 'Merge it with its parent first.',
  },
  CONVERSION_FAILED: {
    message: 'The {format} image could not be read to its end.',
    cure: 'Check it with qemu-img check, and copy it again.',
  },
  TEMP_SPACE: {
    message: 'There is not enough space for temporary files: {needed} MiB are required.',
    cure: 'Free some space in IMAGE_TEMP_DIR, or import the image as raw, which needs none.',
  },
  IMAGE_ODD_SIZE: {
    message: 'The image is empty or not a whole number of sectors.',
    cure: 'Copy the whole disk again; the file was probably cut short.',
  },
  NO_PARTITION_TABLE: {
    message: 'The image has no partition table.',
    cure: 'Import the image of a whole disk, not of one partition.',
  },
  DISK_ODD: {
    message: 'The image could not be installed: {why}',
    cure: '{cure}',
  },
  PARTITION_PAST_END: {
    message: 'Partition {number} goes past the end of the image.',
    cure: 'Copy the whole disk again; the file was probably cut short.',
  },
  NO_NTFS: {
    message: 'The image has no NTFS partition, so it contains no Windows.',
    cure: 'Import the image of a disk that Windows was installed on.',
  },
  NO_WINDOWS: {
    message: 'The image contains no Windows: {why}',
    cure: '{cure}',
  },
  CONTRACT_REFUSED: {
    message: 'The image could not be installed: {why}',
    cure: '{cure}',
  },
  UPLOAD_SPACE: {
    message: 'The image store has no room for the file.',
    cure: 'Free some space there, then go on with the upload.',
  },
  UPLOAD_LOST: {
    message: 'The image store has lost part {number} of {name}, or changed it.',
    cure: 'Delete the upload, and send the file again.',
  },
  UPLOAD_GONE: {
    message: 'An uploaded file that is needed is no longer there.',
    cure: 'Upload it again, then start again.',
  },
  UPLOAD_TEMP_SPACE: {
    message: 'There is not enough space for temporary files: {needed} MiB are required.',
    cure: 'Free some space in IMAGE_TEMP_DIR, then try again.',
  },
  UPLOAD_REFUSED: {
    message: '{name} cannot be used: {why}',
    cure: 'Delete the upload, and send another file.',
  },
  BUILD_REFUSED: {
    message: 'No image was built. {why}',
    cure: 'Correct what is named, and start the build again. The image that the version has stays.',
  },
  STORE_FAILED: {
    message: 'The image store failed to read or write.',
    cure: 'Check that it has free space and can be reached, then try again.',
  },
  STORE_BUCKET_MISSING: {
    message: 'The object store {host} has no bucket {bucket}.',
    cure: 'Create the bucket, private, or correct IMAGE_S3_BUCKET; then try again.',
  },
  STORE_KEY_UNKNOWN: {
    message: 'The object store {host} does not know the access key.',
    cure: 'Correct IMAGE_S3_ACCESS_KEY_ID, or create the key in the store; then try again.',
  },
  STORE_SECRET_WRONG: {
    message: 'The object store {host} does not accept the secret of the access key.',
    cure: 'Correct IMAGE_S3_SECRET_ACCESS_KEY; then try again.',
  },
  STORE_FORBIDDEN: {
    message: 'The access key lacks a permission in the bucket {bucket} of {host}.',
    cure: 'Allow it to list, read, write and delete there; then try again.',
  },
  STORE_REGION_WRONG: {
    message: 'The bucket {bucket} of {host} belongs to another region.',
    cure: 'Correct IMAGE_S3_REGION and IMAGE_S3_ENDPOINT; then try again.',
  },
  STORE_CLOCK_WRONG: {
    message: 'The clocks of {host} and of the install service differ too much.',
    cure: 'Set both by NTP; then try again.',
  },
  STORE_CERTIFICATE: {
    message: 'The certificate of the object store {host} is not trusted ({reason}).',
    cure: 'Give the install service the authority of that certificate, or renew it; then try again.',
  },
  STORE_UNREACHABLE: {
    message: 'The object store {host} does not answer ({reason}).',
    cure: 'Check IMAGE_S3_ENDPOINT and the network; then try again. What is already stored is not stored twice.',
  },
  STORE_ANSWERED: {
    message: 'The object store {host} answered with status {status}.',
    cure: 'Check its log and its free space; then try again. What is already stored is not stored twice.',
  },
  MANIFEST_UNREADABLE: {
    message: 'An image that is still needed has lost its list of chunks.',
    cure: 'Import it again, or delete it.',
  },
  IMAGE_DAMAGED: {
    message: '{damaged} of {chunks} chunks are damaged or missing. The image was withdrawn.',
    cure: 'Import the image again; until then it cannot be installed.',
  },
  CHUNK_DAMAGED: {
    message: 'A chunk of the image is damaged or missing in our own store, so it was not copied.',
    cure: 'Verify the image, then import it again.',
  },
  ORIGIN_UNKNOWN: {
    message: 'There is no origin {origin} any more.',
    cure: 'Choose one of those in IMAGE_ORIGINS.',
  },
  ORIGIN_UNREACHABLE: {
    message: 'The origin {origin} ({host}) does not answer.',
    cure: 'Check its address in IMAGE_ORIGINS and the network, then try again.',
  },
  ORIGIN_ANSWERED: {
    message: 'The origin {origin} ({host}) answered with status {status} instead of a chunk.',
    cure: 'Check its keys or its secret in IMAGE_ORIGINS, and the clocks of both sides.',
  },
  ORIGIN_INCOMPLETE: {
    message: 'At the origin {origin} {damaged} of {chunks} chunks are missing or wrong.',
    cure: 'No VPS is sent there for this image. Check what fills it, then copy the image again.',
  },
  WORKER_LOST: {
    message: 'The job stopped {attempts} times without a result.',
    cure: 'Check the log of the install service, then try again.',
  },
  UNEXPECTED: {
    message: 'Something unexpected went wrong.',
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
