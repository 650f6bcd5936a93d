import type { DetectionRule } from '@casement/proto/http/security/rules.js';
import type { Rule } from './rules.service.js';

/** Also sends `hits` by its earlier name `struck`, until 1.0. */
export const toDetectionRule = ({
  hits,
  ...rule
}: Rule & Pick<DetectionRule, 'hits'>): DetectionRule => ({
  name: rule.name,
  description: rule.description,
  kinds: rule.kinds,
  threshold: rule.threshold,
  counts: rule.counts,
  per: rule.per,
  during: rule.during,
  windowSeconds: rule.windowSeconds,
  alertType: rule.alertType,
  severity: rule.severity,
  decision: rule.decision,
  blockMinutes: rule.blockMinutes,
  growth: rule.growth,
  maxBlockMinutes: rule.maxBlockMinutes,
  mode: rule.mode,
  ...(hits && { hits, struck: hits }),
});
