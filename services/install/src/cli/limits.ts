import {
  CONVERT_SETTINGS,
  type ConvertSettings,
} from '@casement/install-engine/convert/settings.js';
import { STEPS } from '@casement/install-engine/convert/state.js';

const LIMIT_OPTIONS = {
  deadline: 'stageDeadlineMs',
  silence: 'silenceMs',
  stuck: 'stuckMs',
} as const;
const SIGN_IN_LIMITS = {
  again: 'retryMs',
  'late-again': 'lateRetryMs',
  name: 'accountNameWaitMs',
} as const;

/**
 * Applies `--limit NAME=SECONDS` to the settings of an install.
 * @throws Error for an unknown name
 */
export function settingsWith(
  changes: string[],
  base: ConvertSettings = CONVERT_SETTINGS,
): ConvertSettings {
  const settings = { ...base, limits: { ...base.limits }, signIn: { ...base.signIn } };
  for (const text of changes) {
    const [name = '', seconds] = text.split('=');
    const ms = Number(seconds) * 1000;
    const step = STEPS.find((known) => known === name);
    if (step) settings.limits[step] = { ...settings.limits[step], ms };
    else if (name in LIMIT_OPTIONS)
      settings[LIMIT_OPTIONS[name as keyof typeof LIMIT_OPTIONS]] = ms;
    else if (name in SIGN_IN_LIMITS)
      settings.signIn[SIGN_IN_LIMITS[name as keyof typeof SIGN_IN_LIMITS]] = ms;
    else throw new Error(`--limit: unknown limit ${name}`);
  }
  return settings;
}
