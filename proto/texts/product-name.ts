/**
 * Stands for the product's name in texts of mails and bots, which is a setting. A private-use character, so that text
 * of a customer never contains it.
 */
export const PRODUCT = '\uE000';

/** Name of the product until a shop owner enters another one. */
export const DEFAULT_PRODUCT_NAME = 'Casement';

/** @param name in the text's markup, e.g. escaped for HTML */
export const withProductName = (text: string, name: string): string =>
  text.replaceAll(PRODUCT, () => name);
