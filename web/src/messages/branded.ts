import { DEFAULT_PRODUCT_NAME } from '@casement/proto/texts/product-name.js';
import { currentBrand } from '@/config/brand.js';

/** Messages by brand and then by the messages of the catalogue. */
const known = new WeakMap<object, WeakMap<object, object>>();
/** Casement's name, except in the name of a firewall rule that it creates in Windows. */
const NAME = new RegExp(`\\b${DEFAULT_PRODUCT_NAME}\\b(?! RDP)`, 'g');

/** Replaces the name of the product in messages, and on the landing page the texts that the shop owner has changed. */
export function branded<T extends object>(area: string, language: 'en' | 'id', messages: T): T {
  const brand = currentBrand();
  const { name, landingTexts } = brand;
  const overrides = area === 'landing' ? Object.entries(landingTexts[language]) : [];
  if (name === DEFAULT_PRODUCT_NAME && overrides.length === 0) return messages;
  const ofBrand = known.get(brand) ?? new WeakMap<object, object>();
  known.set(brand, ofBrand);
  let result = ofBrand.get(messages);
  if (!result) {
    result = named(messages, name) as object;
    for (const [path, text] of overrides) replace(result, path.split('.'), text);
    ofBrand.set(messages, result);
  }
  return result as T;
}

/** Skips functions, because their arguments may contain the word. They use `currentBrand` instead. */
function named(message: unknown, name: string): unknown {
  if (typeof message === 'string') return message.replace(NAME, () => name);
  if (Array.isArray(message)) return message.map((one) => named(one, name));
  if (typeof message !== 'object' || message === null) return message;
  return Object.fromEntries(Object.entries(message).map(([key, one]) => [key, named(one, name)]));
}

function replace(messages: object, [key = '', ...rest]: string[], text: string): void {
  const group = messages as Record<string, object | string>;
  const child = group[key];
  if (typeof child === 'object') replace(child, rest, text);
  else group[key] = text;
}
