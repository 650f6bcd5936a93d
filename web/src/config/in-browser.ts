/** False while the build prerenders screens. */
export const inBrowser = typeof window !== 'undefined';
