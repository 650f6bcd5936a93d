export function render(document: object, errorCodes: readonly string[]): Promise<string>;
export function codesOf(reasons: Readonly<Record<string, unknown>>): string[];
