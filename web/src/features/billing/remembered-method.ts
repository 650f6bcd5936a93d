const KEY = 'casement-payment-method';

/** Returns the code of the method that was last used in this browser. It may no longer be enabled. */
export function rememberedMethod(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function rememberMethod(code: string): void {
  try {
    localStorage.setItem(KEY, code);
  } catch {
    // If storage is not available, the next top-up starts without a method.
  }
}
