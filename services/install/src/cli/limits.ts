import {
  CONVERT_SETTINGS,
  type ConvertSettings,
} from '@casement/install-engine/convert/settings.js';
import { STEPS } from '@casement/install-engine/convert/state.js';

/** Limits that are not a step's. */
const OTHER_LIMITS = {
  deadline: 'stageDeadlineMs',
  silence: 'silenceMs',
  stuck: 'stuckMs',
} as const;
/** How the password is tried. */
const SIGN_IN_LIMITS = {
  again: 'againMs',
  'late-again': 'lateAgainMs',
  name: 'nameWithinMs',
} as const;

/**
 * An install's limits with those of `--limit NAME=SECONDS` in place, for those who can't wait as long as a customer can.
 * @throws Error for a name that there is not
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
    else if (name in OTHER_LIMITS) settings[OTHER_LIMITS[name as keyof typeof OTHER_LIMITS]] = ms;
    else if (name in SIGN_IN_LIMITS)
      settings.signIn[SIGN_IN_LIMITS[name as keyof typeof SIGN_IN_LIMITS]] = ms;
    else throw new Error(`--limit: there is no ${name}`);
  }
  return settings;
}
