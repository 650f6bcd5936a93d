import type { PublicBrand } from '@casement/proto/http/auth/brand.js';
import { DEFAULT_PRODUCT_NAME } from '@casement/proto/texts/product-name.js';
import { inBrowser } from './in-browser.js';

const CASEMENT: PublicBrand = {
  name: DEFAULT_PRODUCT_NAME,
  footerLinks: [],
  landingTexts: { en: {}, id: {} },
  primary: null,
};

let current = readFromPage();

/** Brand that the web server wrote into the page (web/server/src/branded-pages.ts). */
function readFromPage(): PublicBrand {
  const data = inBrowser && document.getElementById('brand')?.textContent;
  return data ? (JSON.parse(data) as PublicBrand) : CASEMENT;
}

export const currentBrand = (): PublicBrand => current;

/** Returns whether the page has a brand of its own. */
export const hasOwnBrand = (): boolean => current !== CASEMENT;

/** Rereads the page (tests only). */
export function reloadBrand(): void {
  current = readFromPage();
}
