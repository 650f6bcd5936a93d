let ask: (() => Promise<void>) | null = null;

/** @param next asks the customer to accept new terms and rejects if they decline; `null` without new terms */
export function setTermsGate(next: typeof ask): void {
  ask = next;
}

/** Waits until the customer has accepted new terms, if there are any. Called before each purchase. */
export async function requireTerms(): Promise<void> {
  await ask?.();
}
