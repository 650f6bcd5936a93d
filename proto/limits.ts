/** Maximum number of ids per call, as documented in the .proto of each method with several ids. */
export const MAX_IDS_PER_CALL = 200;

/** Maximum number of rows per list in a customer's data export: about 1 MB, and gRPC messages may have 4 MB. */
export const MAX_EXPORT_ROWS = 1_000;

/** Rows per page in all lists (SPEC §9). */
export const PAGE_SIZE = 15;
