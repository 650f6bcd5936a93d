import type { InstallRequest } from '@casement/proto/http/install/install.js';
import { useQuery } from '@tanstack/react-query';
import { Info, Stethoscope, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { Note } from '@/components/ui/note.js';
import { MIN_QUOTA } from '@/config/limits.js';
import { useStartInstall } from '@/features/installs/api.js';
import { RdpPasswordField } from '@/features/installs/rdp/rdp-password-field.js';
import { isShort } from '@/features/installs/rdp/rdp-password.js';
import { SshFields } from '@/features/vps-check/components/ssh-fields.js';
import { WindowsOptions } from '@/features/vps-check/components/windows-options.js';
import { VpsFields } from '@/features/vps-check/components/vps-fields.js';
import {
  INSTALL_FIELDS,
  NO_INSTALL,
  SIGN_IN_FIELDS,
  signInOf,
} from '@/features/vps-check/install-fields.js';
import { NETWORK_FIELDS, windowsOptionsOf } from '@/features/vps-check/windows-options.js';
import { vpsCheckQuery } from '@/features/vps-check/api.js';
import type { FormVpsCheck } from '@/features/vps-check/use-vps-check.js';
import { showProblems } from '@/lib/form/form.js';
import { prefetchRules } from '@/lib/form/load-rules.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog } from '@/lib/navigation/history-state.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { toast } from '@/lib/toast/toast.js';
import { installMessages } from '@/messages/install/install.js';
import { vpsCheckMessages } from '@/messages/install/vps-check.js';

const EraseDialog = lazyDialog(() => import('@/features/vps-check/components/erase-dialog.js'));

/** Id of the form, for submit buttons outside of it. */
export const INSTALL_FORM = 'install-form';

/** Form of an install, the check of its VPS, and the confirmation that its disk may be erased. */
export function InstallForm({
  form,
  check,
  quota,
  quotaKey,
  retriedIp,
  editNetwork,
  onEditNetwork,
  onStarted,
}: {
  form: UseFormReturn<InstallRequest>;
  check: FormVpsCheck;
  quota: number;
  /** Query key of the quota, which is stale after a start. */
  quotaKey: readonly unknown[];
  /** See WindowsOptions. */
  /** Address of a failed install that was chosen again. */
  retriedIp: string | undefined;
  editNetwork: number;
  onEditNetwork: () => void;
  onStarted: () => void;
}) {
  const { form: m } = t(installMessages);
  const { reloaded } = t(vpsCheckMessages);
  const start = useStartInstall(quotaKey);
  const { data: found } = useQuery({
    ...vpsCheckQuery(check.id ?? ''),
    enabled: check.id !== null,
  });
  const erasing = useHistoryDialog('erase');
  // A reload drops the passwords and therefore the confirmation. The form then shows a hint.
  const [asked, setAsked] = useState(false);
  const asking = asked && erasing.of !== undefined;
  const dropped = !asked && erasing.of !== undefined;
  const [again, setAgain] = useState(false);
  const { setFocus } = form;
  const leave = erasing.close;
  useEffect(() => {
    if (!dropped) return;
    setAgain(true);
    leave();
    setFocus('passwd_vps');
  }, [dropped, leave, setFocus]);
  const [warnedAddress, setWarnedAddress] = useState<string | null>(null);
  // The confirmation applies to this exact password. Another short password asks again.
  const warned = warnedAddress !== null && form.watch('passwd_rdp') === warnedAddress;

  const submit = async ({ passwd_rdp }: InstallRequest) => {
    if (quota < MIN_QUOTA) {
      return toast({ title: m.failed, description: m.insufficient, tone: 'destructive' });
    }
    if (isShort(passwd_rdp) && warnedAddress !== passwd_rdp) return setWarnedAddress(passwd_rdp);
    if (!(await check.start({ reuse: true }))) return;
    setAsked(true);
    erasing.open(true);
  };

  const install = async () => {
    const values = form.getValues();
    const { win_ver, passwd_rdp } = values;
    const ip = values.ip.trim();
    try {
      const options = windowsOptionsOf(values);
      await start.mutateAsync({ ip, ...signInOf(values), win_ver, passwd_rdp, ...options });
      toast({ title: m.started, description: m.startedHelp(ip), tone: 'success' });
      form.reset(NO_INSTALL);
      setWarnedAddress(null);
      erasing.close();
      onStarted();
    } catch (error) {
      erasing.close();
      showProblems(error, INSTALL_FIELDS, form.setError);
      toastFailure(m.failed, error, m.failedHelp);
    }
  };

  const checkVps = async () => {
    if (await form.trigger([...SIGN_IN_FIELDS, ...NETWORK_FIELDS], { shouldFocus: true }))
      await check.start();
  };

  return (
    <>
      <form
        id={INSTALL_FORM}
        noValidate
        className="frame p-5 grid grid-cols-1 gap-4"
        onFocus={prefetchRules}
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        {again && !asked && (
          <Note tone="info" icon={Info} alert>
            <p className="font-[500]">{reloaded.title}</p>
            <p className="mt-1">{reloaded.help}</p>
          </Note>
        )}
        <VpsFields form={form} />
        <RdpPasswordField
          error={form.formState.errors.passwd_rdp?.message}
          password={form.watch('passwd_rdp')}
          onMake={(password) =>
            form.setValue('passwd_rdp', password, { shouldValidate: true, shouldDirty: true })
          }
          {...form.register('passwd_rdp')}
        />
        <SshFields form={form} />
        <FormProvider {...form}>
          <WindowsOptions
            defaults={found?.windows_defaults}
            version={form.watch('win_ver')}
            isRetry={retriedIp !== undefined && form.watch('ip') === retriedIp}
            editNetwork={editNetwork}
          />
        </FormProvider>
        {warned && (
          <Note tone="warning" icon={TriangleAlert} alert>
            <p className="font-[500]">{m.weakTitle}</p>
            <p className="mt-1">{m.weakHelp}</p>
          </Note>
        )}
        <div className="grid gap-2 mt-1">
          <Button
            type="submit"
            variant="primary"
            size="lg"
            className="w-full"
            busy={check.pending || start.isPending}
          >
            {warned ? m.submitWeak : m.submit}
          </Button>
          <Button className="w-full" busy={check.pending} onClick={() => void checkVps()}>
            <Stethoscope className="ic ic-sm" />
            {m.check}
          </Button>
          <p className="text-xs text-muted-foreground">{m.checkHelp}</p>
        </div>
      </form>
      {/* Rendered outside the form because React would bubble the portal's submit event to it. */}
      {check.id && asking && (
        <EraseDialog
          check={check}
          checkId={check.id}
          ip={form.getValues('ip').trim()}
          quota={quota}
          starting={start.isPending}
          onConfirm={install}
          onEdit={() => {
            erasing.close();
            onEditNetwork();
          }}
          onClose={erasing.close}
        />
      )}
    </>
  );
}
