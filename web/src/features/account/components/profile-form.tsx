import type { User } from '@casement/proto/http/auth/users.js';
import { CircleCheck, MailWarning } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { Badge } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { Panel } from '@/components/ui/panel.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadRules, prefetchRules } from '@/lib/form/load-rules.js';
import { useDraft } from '@/lib/form/use-draft.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog } from '@/lib/navigation/history-state.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { toast } from '@/lib/toast/toast.js';
import { settingsMessages } from '@/messages/account/settings.js';
import { dashboardMessages } from '@/messages/dashboard.js';
import { useUpdateProfile } from '../api.js';

const ChangeEmailDialog = lazyDialog(() => import('./change-email-dialog.js'));

interface ProfileValues {
  first_name: string;
}

const resolver = schemaResolver<ProfileValues>(
  async () => (await loadRules()).updateProfileRequest,
);

export function ProfileForm({ user }: { user: User }) {
  const { profile: m } = t(settingsMessages);
  const { emailNotVerified } = t(dashboardMessages);
  const changing = useHistoryDialog('change-email');
  const update = useUpdateProfile();
  const form = useForm<ProfileValues>({
    resolver,
    mode: 'onTouched',
    values: { first_name: user.profile.first_name ?? '' },
  });
  const forgetDraft = useDraft('profile', form, ['first_name']);
  const { errors, isDirty } = form.formState;

  const submit = async ({ first_name }: ProfileValues) => {
    try {
      await update.mutateAsync({ first_name: first_name.trim() || null });
      forgetDraft();
      toast({ title: m.saved, description: m.savedHelp, tone: 'success' });
    } catch (error) {
      showProblems(error, ['first_name'], form.setError);
      toastFailure(m.failed, error);
    }
  };

  return (
    <Panel title={m.title}>
      <dl className="kv p-4 border-b items-center">
        <dt>{m.username}</dt>
        <dd className="font-[560] min-w-0 truncate">{user.username}</dd>
        <dt>{m.email}</dt>
        <dd className="flex flex-wrap gap-2 items-center justify-end min-w-0">
          <span className="truncate">{user.email?.trim() ? user.email : m.noEmail}</span>
          {user.is_verified ? (
            <Badge tone="success" icon={CircleCheck}>
              {m.verified}
            </Badge>
          ) : (
            <Badge tone="warning" icon={MailWarning}>
              {emailNotVerified}
            </Badge>
          )}
          {user.email?.trim() && (
            <Button
              size="sm"
              aria-label={m.changeEmail}
              aria-haspopup="dialog"
              onClick={() => changing.open(true)}
            >
              {m.change}
            </Button>
          )}
        </dd>
        <dt>{m.memberSince}</dt>
        <dd className="num">{formatDateTime(user.created_at)}</dd>
      </dl>
      <form
        noValidate
        className="p-4 grid gap-4"
        onFocus={prefetchRules}
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <TextField
          label={m.firstName}
          help={m.firstNameHelp}
          error={errors.first_name?.message}
          autoComplete="given-name"
          {...form.register('first_name')}
        />
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          disabled={!isDirty}
          busy={update.isPending}
        >
          {m.save}
        </Button>
      </form>
      {changing.of && <ChangeEmailDialog onClose={changing.close} />}
    </Panel>
  );
}
