import type { InstallRecord } from '@casement/proto/http/install/install.js';
import type { ReturnToLinuxRequest } from '@casement/proto/http/install/linux.js';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { DetailRow, DetailRows } from '@/components/ui/detail-row.js';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { NewPasswordField } from '@/components/ui/form/new-password-field.js';
import { SelectField } from '@/components/ui/form/select-field.js';
import { TextArea } from '@/components/ui/form/text-area.js';
import { Note } from '@/components/ui/note.js';
import { linuxVersionsQuery, ownInstallQuery, useReturnToLinux } from '@/features/installs/api.js';
import { strongPassword } from '@/features/installs/rdp/rdp-password.js';
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

const FIELDS = ['code', 'version_id', 'root_password', 'ssh_public_key'] as const;

const resolver = schemaResolver<ReturnToLinuxRequest>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/install/linux.js'))).returnToLinuxRequest,
);

interface Started {
  quota: number;
  /** Query key of the quota, which is stale after a start. */
  quotaKey: readonly unknown[];
  onStarted: () => void;
  onClose: () => void;
}

/** Returns a machine in its recovery system to Linux. */
export default function ReturnToLinuxDialog({ id, ...props }: { id: string } & Started) {
  const { data: install } = useQuery(ownInstallQuery(id));
  return install ? <ReturnToLinuxForm install={install} {...props} /> : null;
}

function ReturnToLinuxForm({
  install,
  quota,
  quotaKey,
  onStarted,
  onClose,
}: { install: InstallRecord } & Started) {
  const m = t(returnToLinuxMessages);
  const { again } = t(bootGuardMessages);
  const { erase } = t(vpsCheckMessages);
  const { explain, form: fields } = t(installMessages);
  const { id, ip } = install;
  const price = install.guard?.recovery?.return_to_linux?.price ?? 1;
  const { data: versions } = useQuery(linuxVersionsQuery);
  const start = useReturnToLinux(quotaKey);
  const lastNumber = useLastNumber(ip);
  const [made, setMade] = useState(0);
  const form = useForm<ReturnToLinuxRequest>({
    resolver,
    mode: 'onTouched',
    defaultValues: { code: '', version_id: '', root_password: '', ssh_public_key: '' },
  });
  const { errors } = form.formState;
  const make = () => {
    form.setValue('root_password', strongPassword(), { shouldValidate: true, shouldDirty: true });
    // Remounted as a visible field, because users cannot save a password they have not seen.
    setMade(made + 1);
  };

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
      <NewPasswordField
        key={made}
        startShown={made > 0}
        label={m.password}
        rule="rdp"
        hideRule
        note={m.passwordHelp}
        error={errors.root_password?.message}
        aside={
          <button type="button" className="link text-sm mb-1.5" onClick={make}>
            {fields.strongPassword}
          </button>
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
      <TextField
        label={again.code}
        help={again.codeHelp}
        error={errors.code?.message}
        mono
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={12}
        {...form.register('code')}
      />
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
