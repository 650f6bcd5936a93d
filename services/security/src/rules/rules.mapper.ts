import type { DetectionRule } from '@casement/proto/http/security/rules.js';
import type { RuleEntity } from './rule.entity.js';

export const toDetectionRule = ({
  struck,
  ...rule
}: RuleEntity & Pick<DetectionRule, 'struck'>): DetectionRule => ({
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
  ...(struck && { struck }),
});
