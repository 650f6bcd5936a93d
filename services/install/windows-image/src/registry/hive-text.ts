/** The texts of REG_MULTI_SZ; those behind an empty one are not counted, as in Windows. */
export const multiText = (data: Buffer): string[] => {
  const texts = data.toString('utf16le').split('\0');
  const end = texts.indexOf('');
  return end < 0 ? texts : texts.slice(0, end);
};

/** REG_SZ up to its end, which not every program writes. */
export const decodeText = (data: Buffer): string | undefined =>
  data.toString('utf16le').split('\0')[0];
