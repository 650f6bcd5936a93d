/**
 * The catalogue of texts: one file per area under `messages/`, each `texts({ en: … })`. The specification's own
 * sentences are never changed. A second language joins as a second key of the same shape.
 */
export type Language = 'en';

const language: Language = 'en';

export interface Texts<T> {
  en: T;
}

export const texts = <T>(languages: Texts<T>): Texts<T> => languages;

/** The texts of an area in the language in force. Ask while rendering, not while the module loads. */
export const say = <T>(catalogue: Texts<T>): T => catalogue[language];
