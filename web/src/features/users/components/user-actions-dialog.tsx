import type {
  UserAction,
  UserActionOutcome,
  UserActionResponse,
} from '@casement/proto/http/auth/users.js';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { QueryFallback } from '@/components/ui/feedback/query-fallback.js';
import { TextArea } from '@/components/ui/form/text-area.js';
import { useDraftState } from '@/lib/form/use-draft.js';
import { t } from '@/messages/i18n.js';
import { toastInvalid, withToast } from '@/lib/toast/toast-failure.js';
import { userActionMessages } from '@/messages/admin/users/user-actions.js';
import { useActOnUsers, userActionPreviewQuery } from '../api.js';

const OUTCOMES: readonly UserActionOutcome[] = [
  'changes',
  'unchanged',
  'own_account',
  'last_administrator',
  'no_email',
  'not_found',
];

/** Shows what an action would change for the chosen users, then does it. */
export default function UserActionsDialog({
  action,
  ids,
  onDone,
  onClose,
}: {
  action: UserAction;
  ids: string[];
  onDone?: () => void;
  onClose: () => void;
}) {
  const m = t(userActionMessages);
  const preview = useQuery(userActionPreviewQuery(action, ids));
  const act = useActOnUsers();
  const [reason, setReason] = useDraftState('suspension-reason', '');
  const changes = preview.data?.filter(({ outcome }) => outcome === 'changes').length ?? 0;

  const submit = async () => {
    if (action === 'suspend' && !reason.trim()) {
      return toastInvalid({ reason: { type: 'required', message: m.reasonRequired } });
    }
    const sent = act.mutateAsync({
      action,
      ids,
      ...(action === 'suspend' && { reason: reason.trim() }),
    });
    const done = (effects: UserActionResponse) => ({
      title: m.done[action](effects.filter(({ outcome }) => outcome === 'changes').length),
    });
    if (!(await withToast(sent, { done, failed: m.failed }))) return;
    setReason('');
    onDone?.();
    onClose();
  };

  return (
    <FormDialog
      title={m.titles[action]}
      description={m.help[action]}
      width={480}
      submit={m.submit[action](changes)}
      variant={action === 'suspend' ? 'destroy' : 'primary'}
      disabled={changes === 0}
      pending={act.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {preview.data ? (
        <Effects effects={preview.data} />
      ) : (
        <QueryFallback query={preview} bare title={m.previewFailed} rows={3} />
      )}
      {action === 'suspend' && changes > 0 && (
        <TextArea
          label={m.reason}
          help={m.reasonHelp}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </FormDialog>
  );
}

/** Users by effect, changes first. */
function Effects({ effects }: { effects: UserActionResponse }) {
  const m = t(userActionMessages);
  return (
    <dl className="grid gap-3 text-sm">
      {OUTCOMES.map((outcome) => {
        const users = effects.filter((effect) => effect.outcome === outcome);
        return (
          users.length > 0 && (
            <div key={outcome}>
              <dt className="font-[560]">{m.outcomes[outcome](users.length)}</dt>
              <dd className="text-muted-foreground wrap-anywhere">
                {users.map(({ id, username }) => username ?? id).join(', ')}
              </dd>
            </div>
          )
        );
      })}
    </dl>
  );
}
