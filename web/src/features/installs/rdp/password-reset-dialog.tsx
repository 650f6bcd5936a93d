import type { InstallRecord } from '@casement/proto/http/install/install.js';
import type {
  PasswordReset,
  PasswordResetRequest,
} from '@casement/proto/http/install/password-reset.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button.js';
import { cn } from '@/components/ui/class-names.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { Note } from '@/components/ui/note.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { formatDateTime } from '@/lib/format/format.js';
import { failureText } from '@/lib/installs/failure-text.js';
import { placeOf } from '@/lib/installs/place.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { commonMessages } from '@/messages/common.js';
import { t } from '@/messages/i18n.js';
import { passwordResetMessages } from '@/messages/install/password-reset.js';
import { ownInstallQuery } from '../api.js';
import { ConsoleCodeField } from './console-code-field.js';
import { GeneratedPasswordField } from './generated-password-field.js';
import { isResetting, passwordResetQuery, useResetPassword } from './kept-recovery-api.js';

const POLL_MS = 5_000;
const STAGES = ['waiting', 'writing', 'starting'] as const;

const resolver = schemaResolver<PasswordResetRequest>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/install/password-reset.js')))
      .passwordResetRequest,
);

/** Resets the password of Windows from its kept recovery system, which shows a code on the VPS's console. */
export default function PasswordResetDialog({
  install,
  onClose,
}: {
  install: InstallRecord;
  onClose: () => void;
}) {
  const m = t(passwordResetMessages);
  const { data: reset } = useQuery(passwordResetQuery(install.id));
  const [again, setAgain] = useState(false);
  if (isResetting(reset) || (reset?.status === 'done' && !again)) {
    return (
      <Dialog
        title={m.title(placeOf(install))}
        onClose={onClose}
        footer={
          <>
            {reset?.status === 'done' && <Button onClick={() => setAgain(true)}>{m.again}</Button>}
            <Button onClick={onClose}>{t(commonMessages).close}</Button>
          </>
        }
      >
        <div role="status">{reset && <Progress reset={reset} />}</div>
      </Dialog>
    );
  }
  return (
    <ResetForm install={install} last={reset} onOrdered={() => setAgain(false)} onClose={onClose} />
  );
}

function Progress({ reset: { status, ended_at } }: { reset: PasswordReset }) {
  const m = t(passwordResetMessages);
  if (status === 'done') {
    return (
      <Note tone="success" icon={CircleCheck}>
        <p className="font-[560]">{m.done(formatDateTime(ended_at!))}</p>
        <p className="mt-1">{m.doneHelp}</p>
      </Note>
    );
  }
  return (
    <>
      <ol className="grid gap-2 list-decimal pl-5 text-sm marker:text-muted-foreground">
        {STAGES.map((stage) => (
          <li
            key={stage}
            aria-current={stage === status ? 'step' : undefined}
            className={cn(stage === status ? 'font-[560]' : 'text-muted-foreground')}
          >
            {m.progress[stage]}
            {stage === status && <LoaderCircle className="ic ic-sm spin inline ml-1.5" />}
          </li>
        ))}
      </ol>
      <p className="help mt-3">{m.progressHelp}</p>
    </>
  );
}

function ResetForm({
  last,
  onOrdered,
  onClose,
  ...props
}: {
  install: InstallRecord;
  last: PasswordReset | null | undefined;
  onOrdered: () => void;
  onClose: () => void;
}) {
  const m = t(passwordResetMessages);
  const { data: install = props.install } = useQuery({
    ...ownInstallQuery(props.install.id),
    refetchInterval: POLL_MS,
  });
  const queries = useQueryClient();
  const order = useResetPassword(install.id);
  const form = useForm<PasswordResetRequest>({
    resolver,
    mode: 'onTouched',
    defaultValues: { code: '', passwd_rdp: '' },
  });
  const { errors } = form.formState;
  const recovery = install.guard?.recovery;
  const isReady = recovery?.reset_password === true;
  const text = last?.failure && failureText(last.failure);
  const submit = async (values: PasswordResetRequest) => {
    try {
      const reset = await order.mutateAsync(values);
      queries.setQueryData(passwordResetQuery(install.id).queryKey, reset);
      onOrdered();
    } catch (error) {
      if (!showProblems(error, ['code', 'passwd_rdp'], form.setError))
        toastFailure(m.failed, error);
    }
  };
  return (
    <FormDialog
      title={m.title(placeOf(install))}
      description={m.lead}
      submit={m.submit}
      disabled={!isReady}
      pending={order.isPending}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      {text && (
        <Note tone="danger" icon={CircleX} alert>
          <p className="font-[560]">{text.message}</p>
          <p className="mt-1">{text.cure}</p>
          <p className="help mt-1">{m.failedOn(formatDateTime(last.ended_at!))}</p>
        </Note>
      )}
      <ol className="grid gap-2 list-decimal pl-5 text-sm marker:text-muted-foreground marker:font-[560]">
        {m.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {isReady ? (
        <>
          <GeneratedPasswordField
            label={m.password}
            error={errors.passwd_rdp?.message}
            onMake={(password) =>
              form.setValue('passwd_rdp', password, { shouldValidate: true, shouldDirty: true })
            }
            {...form.register('passwd_rdp')}
          />
          <ConsoleCodeField error={errors.code?.message} {...form.register('code')} />
        </>
      ) : (
        <p role="status" className="flex items-center gap-1.5 text-sm text-muted-foreground">
          {recovery?.answering ? (
            m.old
          ) : (
            <>
              <LoaderCircle className="ic ic-sm spin" />
              {m.awaiting}
            </>
          )}
        </p>
      )}
    </FormDialog>
  );
}
