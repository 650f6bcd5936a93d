import type { AlertType, ClearAlertsRequest } from '@casement/proto/http/security/alerts.js';
import { TIME_RANGES } from '@casement/proto/http/security/security-limits.js';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { SelectField } from '@/components/ui/form/select-field.js';
import { useDraftState } from '@/lib/form/use-draft.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { useClearAlerts } from './api.js';

interface Choice {
  ip: string;
  type: AlertType | 'all';
  age: Exclude<keyof typeof TIME_RANGES, '30d'> | 'all';
}

const EMPTY_CHOICE: Choice = { ip: '', type: 'all', age: 'all' };

/**
 * SPEC §5: trims the address and omits a type or timeframe of 'all'. Converts the timeframe to a point in time (SPEC
 * §7).
 */
function requestOf({ ip, type, age }: Choice): ClearAlertsRequest {
  const address = ip.trim();
  return {
    ...(address && { ip: address }),
    ...(type !== 'all' && { type }),
    ...(age !== 'all' && {
      olderThan: new Date(Date.now() - TIME_RANGES[age] * 3_600_000).toISOString(),
    }),
  };
}

/** Deletes the alerts of an address, of a type, or older than a given time; all alerts if no criterion is set. */
export default function ClearAlertsDialog({ onClose }: { onClose: () => void }) {
  const { alerts: m, types } = t(securityMessages);
  const clear = useClearAlerts();
  const [choice, setChoice] = useDraftState<Choice>('clear-alerts', EMPTY_CHOICE);
  const choose = (change: Partial<Choice>) => setChoice({ ...choice, ...change });

  const submit = async () => {
    const done = (answer: { cleared: number } | null) => ({
      title: m.cleared,
      description: answer ? m.clearedHelp(answer.cleared) : undefined,
    });
    const change = clear.mutateAsync(requestOf(choice));
    if (await withToast(change, { done, failed: m.clearFailed })) onClose();
  };

  return (
    <FormDialog
      title={m.clearTitle}
      description={m.clearLead}
      width={440}
      submit={m.clear}
      variant="destroy"
      pending={clear.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={m.clearIp}
        help={m.clearIpHelp}
        mono
        autoComplete="off"
        maxLength={64}
        value={choice.ip}
        onChange={({ target }) => choose({ ip: target.value })}
      />
      <SelectField
        label={m.type}
        options={[['all', m.allTypes], ...Object.entries(types)]}
        value={choice.type}
        onChange={({ target }) => choose({ type: target.value as Choice['type'] })}
      />
      <SelectField
        label={m.clearAge}
        options={Object.entries(m.clearAges)}
        value={choice.age}
        onChange={({ target }) => choose({ age: target.value as Choice['age'] })}
      />
    </FormDialog>
  );
}
