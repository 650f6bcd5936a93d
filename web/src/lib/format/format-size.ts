const GIB = 2 ** 30;
const MIB = 2 ** 20;

/** Formats as `20.0 GiB`, or in MiB for smaller sizes. */
export const formatSize = (bytes: number): string =>
  bytes >= GIB ? `${(bytes / GIB).toFixed(1)} GiB` : `${(bytes / MIB).toFixed(1)} MiB`;
