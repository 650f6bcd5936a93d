import type { InstallRecord } from '@casement/proto/http/install/install.js';
import type { ReturnToLinuxRequest } from '@casement/proto/http/install/linux.js';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { DetailRow, DetailRows } from '@/components/ui/detail-row.js';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { SelectField } from '@/components/ui/form/select-field.js';
import { TextArea } from '@/components/ui/form/text-area.js';
import { Note } from '@/components/ui/note.js';
import { linuxVersionsQuery, ownInstallQuery, useReturnToLinux } from '@/features/installs/api.js';
import { ConsoleCodeField } from '@/features/installs/rdp/console-code-field.js';
import { GeneratedPasswordField } from '@/features/installs/rdp/generated-password-field.js';
import { useLastNumber } from '@/features/vps-check/components/last-number.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { placeOf } from '@/lib/installs/place.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { toast } from '@/lib/toast/toast.js';
import { t } from '@/messages/i18n.js';
import { bootGuardMessages } from '@/messages/install/boot-guard.js';
import { installMessages } from '@/messages/install/install.js';
import { returnToLinuxMessages } from '@/messages/install/return-to-linux.js';
import { vpsCheckMessages } from '@/messages/install/vps-check.js';
import type { RecoveryOrderProps } from './recovery-order.js';

const FIELDS = ['code', 'version_id', 'root_password', 'ssh_public_key'] as const;

const resolver = schemaResolver<ReturnToLinuxRequest>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/install/linux.js'))).returnToLinuxRequest,
);

/** Returns a machine in its recovery system to Linux. */
export default function ReturnToLinuxDialog({ id, ...props }: { id: string } & RecoveryOrderProps) {
  const { data: install } = useQuery(ownInstallQuery(id));
  return install ? <ReturnToLinuxForm install={install} {...props} /> : null;
}

function ReturnToLinuxForm({
  install,
  quota,
  quotaKey,
  onStarted,
  onClose,
}: { install: InstallRecord } & RecoveryOrderProps) {
  const m = t(returnToLinuxMessages);
  const { again } = t(bootGuardMessages);
  const { erase } = t(vpsCheckMessages);
  const { explain } = t(installMessages);
  const { id, ip } = install;
  const price = install.guard?.recovery?.return_to_linux?.price ?? 1;
  const { data: versions } = useQuery(linuxVersionsQuery);
  const start = useReturnToLinux(quotaKey);
  const lastNumber = useLastNumber(ip);
  const form = useForm<ReturnToLinuxRequest>({
    resolver,
    mode: 'onTouched',
    defaultValues: { code: '', version_id: '', root_password: '', ssh_public_key: '' },
  });
  const { errors } = form.formState;
  const submit = async (values: ReturnToLinuxRequest) => {
    if (!lastNumber.confirm()) return;
    try {
      await start.mutateAsync({ id, ...values });
      toast({ title: m.started, description: again.startedHelp(ip), tone: 'success' });
      onStarted();
    } catch (error) {
      if (!showProblems(error, [...FIELDS], form.setError)) toastFailure(m.failed, error);
    }
  };

  return (
    <FormDialog
      title={m.title(placeOf(install))}
      description={m.lead}
      submit={m.submit}
      variant="destroy"
      pending={start.isPending}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      <SelectField
        label={m.version}
        help={versions?.length === 0 ? m.noVersions : undefined}
        error={errors.version_id?.message}
        options={[
          ['', m.chooseVersion],
          ...(versions ?? []).map(({ id: value, name }): [string, string] => [value, name]),
        ]}
        {...form.register('version_id')}
      />
      <GeneratedPasswordField
        label={m.password}
        hideRule
        note={m.passwordHelp}
        error={errors.root_password?.message}
        onMake={(password) =>
          form.setValue('root_password', password, { shouldValidate: true, shouldDirty: true })
        }
        {...form.register('root_password')}
      />
      <TextArea
        label={m.key}
        help={m.keyHelp}
        error={errors.ssh_public_key?.message}
        rows={2}
        {...form.register('ssh_public_key')}
      />
      <ConsoleCodeField error={errors.code?.message} {...form.register('code')} />
      <DetailRows>
        <DetailRow
          term={erase.cost}
          value={price === 0 ? m.free : explain.costValue(quota)}
          plain
        />
      </DetailRows>
      <Note tone="danger" icon={TriangleAlert}>
        {m.warning}
      </Note>
      {lastNumber.field}
    </FormDialog>
  );
}
