/** As many ids as one call takes, as the .proto of each method with several ids says. */
export const MAX_IDS_PER_CALL = 200;
