import { installPhase, type InstallPhase } from '@casement/proto/http/install/install.js';
import type { Language } from '@casement/proto/language.js';
import { telegramTexts } from '@casement/proto/texts/telegram.js';
import type { NoticeText } from './notice.js';

/** Progress of an install; `installed` and `ended` are final. */
export type Stage =
  | { kind: 'under-way'; phase: InstallPhase; percent: number | null }
  | { kind: 'installed' }
  | { kind: 'ended' };

const PHASES = installPhase.options;

/** Returns the first phase that belongs to a status, because status events contain no phase. */
export const stageOf = (status: string): Stage => ({
  kind: 'under-way',
  phase: status === 'running' ? 'writing' : 'connecting',
  percent: null,
});

/**
 * Returns the text of the message that is edited during an install, with completed, current and pending phases.
 *
 * @param ip escaped
 * @param url URL of the install
 */
export function progressText(
  ip: string,
  stage: Stage,
  language: Language,
  url: string,
  { linux }: { linux: boolean },
): NoticeText {
  const system = linux ? 'Linux' : 'Windows';
  const { progress: m } = telegramTexts[language].notices;
  const phases = m.phases(system);
  if (stage.kind === 'ended') {
    return { title: m.ended(ip), paragraphs: [m.seeBelow] };
  }
  if (stage.kind === 'installed') {
    const steps = PHASES.map((phase) => `✓ ${phases[phase]}`);
    return { title: m.installed(ip, system), paragraphs: [steps.join('\n')] };
  }
  const now = PHASES.indexOf(stage.phase);
  const steps = PHASES.map((phase, index) => {
    if (index !== now) return `${index < now ? '✓' : '·'} ${phases[phase]}`;
    const percent = stage.percent === null ? '' : ` ${stage.percent} %`;
    return `→ ${phases[phase]}${percent}`;
  });
  const committed = now >= PHASES.indexOf('writing');
  return {
    title: m.title(ip, system),
    paragraphs: [steps.join('\n'), (committed ? m.afterCommit : m.beforeCommit)(system)],
    link: { label: m.follow, url },
  };
}
