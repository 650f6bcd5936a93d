import type { LedgerCause } from '@casement/proto/http/billing/ledger.js';
import type { Language } from '@casement/proto/language.js';
import { translate, translatePhrases, type Texts } from '@casement/proto/texts/translate.js';
import { useSyncExternalStore } from 'react';
import { inBrowser } from '@/config/in-browser.js';

/**
 * The message catalogue. English is written in one file per area under `messages/` and is part of the screens that
 * use it. Every other language is a separate chunk (`messages/<language>/`), fetched when selected. Sentences of the
 * specification are never changed. Messages missing in a language fall back to English.
 */

export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', id: 'Bahasa Indonesia' };

/** English messages of one area. `area` is its key in the other languages. */
export interface Messages<T> {
  area: string;
  en: T;
}

/** Translation of an area's messages. */
export type Translation<M> = M extends Messages<infer T> ? Translated<T> : never;

type Translated<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? { [K in keyof T]?: Translated<T[K]> }
      : T;

/** All texts of a language other than English. */
export interface LanguagePack {
  areas: Record<string, object>;
  /** Server messages by error code. */
  serverMessages: Record<string, ServerMessages>;
  /** Message and remedy of failed installs, checks, imports and password checks, by code. */
  failures: Record<string, ServerMessages>;
  /** Ledger texts by cause. */
  ledger: Record<LedgerCause, string>;
  /** Reasons for a payment review, by code. */
  reviews: Record<string, string>;
  /** Descriptions of detection rules, by name. */
  detectionRules: Record<string, string>;
  /** Alert texts by rule. */
  alerts: Record<string, ServerMessages>;
  /** Server texts without a code: full sentences, and words inserted into the texts above. */
  phrases: Record<string, string>;
  /** Messages of request rules by code (RULES of proto/http). */
  rules: Record<string, string>;
  /** Returns the code of the rule with this English message. */
  ruleCodeOf: (message: string) => string | undefined;
}

/** Message of an error code, or messages by their English text for a code with several. */
export type ServerMessages = string | Texts;

const listeners = new Set<() => void>();
const packs = new Map<Language, LanguagePack>();
let language: Language = 'en';

/** Switches the page to a language. English needs no pack. */
export function applyLanguage(next: Language, pack?: LanguagePack): void {
  if (pack) packs.set(next, pack);
  language = next;
  if (inBrowser) document.documentElement.lang = next;
  for (const listener of listeners) listener();
}

export const hasLanguage = (code: Language): boolean => code === 'en' || packs.has(code);

/** Current language. Used by the root component, so that a change rerenders every message. */
export const useLanguage = (): Language =>
  useSyncExternalStore(subscribe, currentLanguage, currentLanguage);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Current language for code outside of components. Call it while rendering. */
export const currentLanguage = (): Language => language;

export const defineMessages = <T extends object>(area: string, en: T): Messages<T> => ({
  area,
  en,
});

type Adapt = <T extends object>(area: string, language: Language, messages: T) => T;
let adapt: Adapt = (_area, _language, messages) => messages;

/** Adapts all messages to the brand of the page (branded.ts). Called before the first render if the page has one. */
export function adaptMessages(next: Adapt): void {
  adapt = next;
}

const complete = new WeakMap<object, object>();

/** Messages of an area in the current language. Call it while rendering, not at module load. */
export function t<T extends object>(messages: Messages<T>): T {
  const translation = packs.get(language)?.areas[messages.area];
  if (language === 'en' || !translation) return adapt(messages.area, 'en', messages.en);
  const known = complete.get(translation) ?? fill(messages.en, translation);
  complete.set(translation, known);
  return adapt(messages.area, language, known as T);
}

function fill(en: object, translation: object): object {
  const entries = Object.entries(translation).map(([key, message]: [string, unknown]) => {
    const original = (en as Record<string, unknown>)[key];
    return [key, isGroup(message) && isGroup(original) ? fill(original, message) : message];
  });
  return { ...en, ...(Object.fromEntries(entries) as object) };
}

/** Distinguishes a group of messages from a message. */
export const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Translates the server's message for an error code; untranslated messages are returned unchanged. */
export const serverMessage = (code: string, original: string): string =>
  codedMessage('serverMessages', code, original);

/** Translates a failure's message or remedy; untranslated texts are returned unchanged. */
export const failureMessage = (code: string, original: string): string =>
  codedMessage('failures', code, original);

/** Translates a server sentence without a code; untranslated sentences are returned unchanged. */
export function phraseMessage(original: string): string {
  const phrases = language === 'en' ? undefined : packs.get(language)?.phrases;
  return phrases ? translatePhrases(original, phrases) : original;
}

type Coded = 'serverMessages' | 'failures' | 'ledger' | 'reviews' | 'detectionRules' | 'alerts';

/** Translates the server's text for one of its codes; untranslated texts are returned unchanged. */
export function codedMessage(kind: Coded, code: string, original: string): string {
  const pack = language === 'en' ? undefined : packs.get(language);
  const kinds: Record<string, ServerMessages> | undefined = pack?.[kind];
  const messages = kinds?.[code];
  if (typeof messages === 'string') return messages;
  return (pack && messages && translate(messages, original, pack.phrases)) ?? original;
}

/** Translates the message of a rule; undefined in English, and if it is not a request rule. */
export function ruleMessage(original: string, code?: string): string | undefined {
  const pack = language === 'en' ? undefined : packs.get(language);
  return pack?.rules[code ?? pack.ruleCodeOf(original) ?? ''];
}
