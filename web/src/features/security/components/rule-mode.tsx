import type { DetectionRule } from '@casement/proto/http/security/rules.js';
import { Select } from '@/components/ui/select-field.js';
import { attempt } from '@/lib/attempt.js';
import { say } from '@/lib/messages.js';
import { securityToolsTexts } from '@/messages/security-tools.js';
import { useSetRuleMode } from '../api/rules.js';

type Mode = DetectionRule['mode'];

/** On, tried out, or off; it counts at once. */
export function RuleMode({ rule: { name, mode } }: { rule: DetectionRule }) {
  const { rules: m } = say(securityToolsTexts);
  const set = useSetRuleMode();
  const choose = (wanted: Mode) => {
    const done = () => ({ title: m.updated, description: m.updatedHelp(name, m.modes[wanted]) });
    void attempt(set.mutateAsync({ name, mode: wanted }), { done, failed: m.updateFailed });
  };
  return (
    <Select
      small
      className="w-auto!"
      aria-label={m.modeOf(name)}
      options={Object.entries(m.modes)}
      // What was chosen shows until the list has been read anew.
      value={set.isPending ? set.variables.mode : mode}
      onChange={({ target }) => choose(target.value as Mode)}
    />
  );
}
