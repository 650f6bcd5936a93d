/** Maximum number of ids per call, as documented in the .proto of each method with several ids. */
export const MAX_IDS_PER_CALL = 200;
