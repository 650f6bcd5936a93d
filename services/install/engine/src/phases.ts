import { installPhase, type InstallPhase } from '@casement/proto/http/install.js';

export type { InstallPhase };

/** The eight phases in order, as pages and bots show them. */
export const PHASES: readonly InstallPhase[] = installPhase.options;

/** The commit stands after `rebooting`: until then the VPS always returns to Linux. */
export const isBeforeCommit = (phase: InstallPhase): boolean =>
  PHASES.indexOf(phase) < PHASES.indexOf('writing');
