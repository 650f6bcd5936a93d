import type { InstallAgainRequest, InstallRecord } from '@casement/proto/http/install/install.js';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { FormProvider, useForm } from 'react-hook-form';
import { DetailRow, DetailRows } from '@/components/ui/detail-row.js';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { Note } from '@/components/ui/note.js';
import { ownInstallQuery, useInstallAgain } from '@/features/installs/api.js';
import { ConsoleCodeField } from '@/features/installs/rdp/console-code-field.js';
import { RdpPasswordField } from '@/features/installs/rdp/rdp-password-field.js';
import { useLastNumber } from '@/features/vps-check/components/last-number.js';
import { VersionField } from '@/features/vps-check/components/version-field.js';
import { WindowsOptions } from '@/features/vps-check/components/windows-options.js';
import { WINDOWS_OPTION_FIELDS, windowsOptionsOf } from '@/features/vps-check/windows-options.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { placeOf } from '@/lib/installs/place.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { toast } from '@/lib/toast/toast.js';
import { t } from '@/messages/i18n.js';
import { bootGuardMessages } from '@/messages/install/boot-guard.js';
import { installMessages } from '@/messages/install/install.js';
import { vpsCheckMessages } from '@/messages/install/vps-check.js';
import type { RecoveryOrderProps } from './recovery-order.js';

const resolver = schemaResolver<InstallAgainRequest>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/install/install.js')))
      .installAgainRequest,
);

/** Installs Windows again from the recovery system of an install, which shows a code on the VPS's console. */
export default function InstallAgainDialog({ id, ...props }: { id: string } & RecoveryOrderProps) {
  const { data: install } = useQuery(ownInstallQuery(id));
  return install ? <InstallAgainForm install={install} {...props} /> : null;
}

function InstallAgainForm({
  install,
  quota,
  quotaKey,
  onStarted,
  onClose,
}: { install: InstallRecord } & RecoveryOrderProps) {
  const { again: m } = t(bootGuardMessages);
  const { erase } = t(vpsCheckMessages);
  const { explain } = t(installMessages);
  const { id, ip, win_ver } = install;
  const start = useInstallAgain(quotaKey);
  const lastNumber = useLastNumber(ip);
  const form = useForm<InstallAgainRequest>({
    resolver,
    mode: 'onTouched',
    defaultValues: { code: '', win_ver, passwd_rdp: '' },
  });
  const { errors } = form.formState;

  const submit = async (values: InstallAgainRequest) => {
    if (!lastNumber.confirm()) return;
    const { code, win_ver, passwd_rdp } = values;
    try {
      const options = windowsOptionsOf(values);
      await start.mutateAsync({ id, code, win_ver, passwd_rdp, ...options });
      toast({ title: m.started, description: m.startedHelp(ip), tone: 'success' });
      onStarted();
    } catch (error) {
      const fields = ['code', 'win_ver', 'passwd_rdp', ...WINDOWS_OPTION_FIELDS] as const;
      if (!showProblems(error, [...fields], form.setError)) toastFailure(m.failed, error);
    }
  };

  return (
    <FormDialog
      title={m.title(placeOf(install))}
      description={m.lead}
      submit={erase.submit}
      variant="destroy"
      pending={start.isPending}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      <VersionField error={errors.win_ver?.message} {...form.register('win_ver')} />
      <RdpPasswordField
        error={errors.passwd_rdp?.message}
        password={form.watch('passwd_rdp')}
        onMake={(password) =>
          form.setValue('passwd_rdp', password, { shouldValidate: true, shouldDirty: true })
        }
        {...form.register('passwd_rdp')}
      />
      <ConsoleCodeField error={errors.code?.message} {...form.register('code')} />
      <FormProvider {...form}>
        <WindowsOptions version={form.watch('win_ver')} isRetry keepNetwork />
      </FormProvider>
      <DetailRows>
        <DetailRow term={erase.cost} value={explain.costValue(quota)} plain />
      </DetailRows>
      <Note tone="danger" icon={TriangleAlert}>
        {erase.warning}
      </Note>
      {lastNumber.field}
    </FormDialog>
  );
}
