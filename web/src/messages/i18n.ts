import type { LedgerCause } from '@casement/proto/http/billing/ledger.js';
import { translate, translatePhrases, type Texts } from '@casement/proto/texts/translate.js';
import { useSyncExternalStore } from 'react';
import { inBrowser } from '@/config/in-browser.js';

/**
 * The message catalogue. English is written in one file per area under `messages/` and is part of the screens that use
 * it; every other language is a chunk of its own (`messages/<language>/`), fetched when it is chosen. The
 * specification's own sentences are never changed; where a language lacks a message, the English one is shown.
 */
export type Language = 'en' | 'id';

export const LANGUAGES: Record<Language, string> = { en: 'English', id: 'Bahasa Indonesia' };

/** The messages of one area, in English. `area` is the name under which the other languages have theirs. */
export interface Messages<T> {
  area: string;
  en: T;
}

/** What a language has in place of an area's English messages. */
export type Translation<M> = M extends Messages<infer T> ? Translated<T> : never;

type Translated<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? { [K in keyof T]?: Translated<T[K]> }
      : T;

/** Another language than English, whole. */
export interface LanguagePack {
  areas: Record<string, object>;
  /** The server's messages by the `code` of the error. */
  serverMessages: Record<string, ServerMessages>;
  /** Why an install, a check, an import or a try of a password went no further: sentence and cure, by the code. */
  failures: Record<string, ServerMessages>;
  /** Why quota moved, by the cause. */
  ledger: Record<LedgerCause, string>;
  /** Why a payment waits for a review, by the code. */
  reviews: Record<string, string>;
  /** What a detection rule is about, by its name. */
  detectionRules: Record<string, string>;
  /** What an alert says, by the rule that raised it. */
  alerts: Record<string, ServerMessages>;
  /** What the server says without a code: whole sentences, and words in the places of those above. */
  phrases: Record<string, string>;
  /** The messages of the rules of requests by their codes (RULES of proto/http). */
  rules: Record<string, string>;
  /** The code of the rule that has this English message. */
  ruleCodeOf: (message: string) => string | undefined;
}

/** The message of an error code; of a code that has several, each by the English one. */
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

/** The language in force. Used by what renders the whole page, so that a change reaches every message. */
export const useLanguage = (): Language =>
  useSyncExternalStore(subscribe, currentLanguage, currentLanguage);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language in force, for what is no component: it is asked while rendering. */
export const currentLanguage = (): Language => language;

export const defineMessages = <T extends object>(area: string, en: T): Messages<T> => ({
  area,
  en,
});

const complete = new WeakMap<object, object>();

/** The messages of an area in the language in force. Call it while rendering, not while the module loads. */
export function t<T extends object>(messages: Messages<T>): T {
  const translation = packs.get(language)?.areas[messages.area];
  if (language === 'en' || !translation) return messages.en;
  const known = complete.get(translation) ?? fill(messages.en, translation);
  complete.set(translation, known);
  return known as T;
}

function fill(en: object, translation: object): object {
  const entries = Object.entries(translation).map(([key, message]: [string, unknown]) => {
    const original = (en as Record<string, unknown>)[key];
    return [key, isGroup(message) && isGroup(original) ? fill(original, message) : message];
  });
  return { ...en, ...(Object.fromEntries(entries) as object) };
}

/** A group of messages, not a message. */
export const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The server's message for an error code in the language in force, else as the server wrote it. */
export const serverMessage = (code: string, original: string): string =>
  codedMessage('serverMessages', code, original);

/** A failure's sentence or cure in the language in force, else as the server wrote it. */
export const failureMessage = (code: string, original: string): string =>
  codedMessage('failures', code, original);

/** A sentence of the server that has no code, in the language in force, else as the server wrote it. */
export function phraseMessage(original: string): string {
  const phrases = language === 'en' ? undefined : packs.get(language)?.phrases;
  return phrases ? translatePhrases(original, phrases) : original;
}

type Coded = 'serverMessages' | 'failures' | 'ledger' | 'reviews' | 'detectionRules' | 'alerts';

/** What the server says for one of its codes, in the language in force, else as the server wrote it. */
export function codedMessage(kind: Coded, code: string, original: string): string {
  const pack = language === 'en' ? undefined : packs.get(language);
  const kinds: Record<string, ServerMessages> | undefined = pack?.[kind];
  const messages = kinds?.[code];
  if (typeof messages === 'string') return messages;
  return (pack && messages && translate(messages, original, pack.phrases)) ?? original;
}

/** The message of a rule in the language in force; undefined in English, and where it is no rule of a request. */
export function ruleMessage(original: string, code?: string): string | undefined {
  const pack = language === 'en' ? undefined : packs.get(language);
  return pack?.rules[code ?? pack.ruleCodeOf(original) ?? ''];
}
