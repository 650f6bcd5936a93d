/** The pattern of LIKE for texts that contain this one; `%`, `_` and `\` stand for themselves. */
export const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
