/** Fetches zod and the schemas of the common forms. Call it when a form is first touched, to hide the latency. */
export const loadRules = () => import('./rules.js');

export const prefetchRules = (): void => void loadRules().catch(() => undefined);

/** Fetches the schemas of one form. zod reads its settings when a schema is built, so they are loaded first. */
export async function loadSchemas<Module>(load: () => Promise<Module>): Promise<Module> {
  await import('./zod-config.js');
  return load();
}
