export const SAMPLE_LANGUAGES: readonly string[];
export function reference<Document extends object>(document: Document): Document;
