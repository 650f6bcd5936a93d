/** Fetches the form rules (zod and the schemas). Called early, when a form is first touched, it hides the wait. */
export const loadRules = () => import('./rules.js');

export const prefetchRules = (): void => void loadRules().catch(() => undefined);
