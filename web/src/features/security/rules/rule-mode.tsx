import type { DetectionRule } from '@casement/proto/http/security/rules.js';
import { Select } from '@/components/ui/form/select-field.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { securityToolsMessages } from '@/messages/admin/security/security-tools.js';
import { useSetRuleMode } from './api.js';

type Mode = DetectionRule['mode'];

/** Selects on, trial, or off. Takes effect immediately. */
export function RuleMode({ rule: { name, mode } }: { rule: DetectionRule }) {
  const { rules: m } = t(securityToolsMessages);
  const set = useSetRuleMode();
  const choose = (wanted: Mode) => {
    const done = () => ({ title: m.updated, description: m.updatedHelp(name, m.modes[wanted]) });
    void withToast(set.mutateAsync({ name, mode: wanted }), { done, failed: m.updateFailed });
  };
  return (
    <Select
      small
      className="w-auto!"
      aria-label={m.modeOf(name)}
      options={Object.entries(m.modes)}
      // Shows the selected mode until the list has been refetched.
      value={set.isPending ? set.variables.mode : mode}
      onChange={({ target }) => choose(target.value as Mode)}
    />
  );
}
