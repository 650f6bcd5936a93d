import type { Settings } from './settings.js';

/** The port on which VPSs are reached: as configured, else 22, or 2222 for a user who may not listen below 1024. */
export function chooseTargetPort({ given }: Settings, uid = process.getuid?.()): string {
  return given['INSTALL_TARGET_PORT'] ?? (uid === 0 ? '22' : '2222');
}
