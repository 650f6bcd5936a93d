import { useSyncExternalStore } from 'react';

/**
 * The catalogue of texts: one file per area under `messages/`, each `texts({ en: …, id: … })`. The specification's own
 * sentences are never changed; where Indonesian lacks a text, the English one stands in.
 */
export type Language = 'en' | 'id';

export const LANGUAGES: Record<Language, string> = { en: 'English', id: 'Bahasa Indonesia' };

type Translated<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? { [K in keyof T]?: Translated<T[K]> }
      : T;

export interface Texts<T> {
  en: T;
  id?: Translated<T>;
}

const KEY = 'casement-language';
const listeners = new Set<() => void>();
let language: Language = stored();
/** What others than the catalogue say in English (the server, the rules of forms), in the language in force. */
let spoken: Record<string, string> = {};

show();

// The other tabs follow.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY) speak(stored());
});

function stored(): Language {
  try {
    return localStorage.getItem(KEY) === 'id' ? 'id' : 'en';
  } catch {
    return 'en';
  }
}

function show(): void {
  document.documentElement.lang = language;
  if (language === 'en') return;
  void import('@/messages/spoken.js').then(
    (fetched) => {
      spoken = fetched.spoken;
    },
    // English, then.
    () => undefined,
  );
}

/** The language in force. What shows the whole page asks, so that a change reaches every text. */
export const useLanguage = (): Language =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => language,
  );

export function chooseLanguage(next: Language): void {
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // The choice lasts for this page.
  }
  speak(next);
}

function speak(next: Language): void {
  language = next;
  show();
  for (const listener of listeners) listener();
}

export const texts = <T extends object>(languages: {
  en: T;
  id?: Translated<NoInfer<T>>;
}): Texts<T> => languages;

const whole = new WeakMap<object, object>();

/** The texts of an area in the language in force. Ask while rendering, not while the module loads. */
export function say<T extends object>(catalogue: Texts<T>): T {
  const { en, id } = catalogue;
  if (language === 'en' || !id) return en;
  const known = whole.get(catalogue) ?? fill(en, id);
  whole.set(catalogue, known);
  return known as T;
}

function fill(en: object, id: object): object {
  const entries = Object.entries(id).map(([key, text]: [string, unknown]) => {
    const original = (en as Record<string, unknown>)[key];
    return [key, isGroup(text) && isGroup(original) ? fill(original, text) : text];
  });
  return { ...en, ...(Object.fromEntries(entries) as object) };
}

/** A group of texts, not a text. */
export const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A sentence of the server or of a rule in the language in force; as it is where it is not known. */
export const translate = (sentence: string): string =>
  language === 'en' ? sentence : (spoken[sentence] ?? sentence);
