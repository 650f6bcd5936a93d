import type { InstallRequest } from '@casement/proto/http/install.js';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Stethoscope, TriangleAlert } from 'lucide-react';
import { Suspense, useState, type ComponentProps } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button.js';
import { cn } from '@/components/ui/class-names.js';
import { Field, TextField } from '@/components/ui/field.js';
import { lazyDialog } from '@/components/ui/lazy-dialog.js';
import { Note } from '@/components/ui/note.js';
import { SecretField } from '@/components/ui/secret-field.js';
import { ErrorState } from '@/components/ui/states.js';
import { MIN_QUOTA } from '@/config/limits.js';
import { messageOf } from '@/lib/api-error.js';
import { schemaResolver, showProblems } from '@/lib/form.js';
import { lazyPart } from '@/lib/lazy-part.js';
import { loadRules, prefetchRules } from '@/lib/load-rules.js';
import { t } from '@/lib/messages.js';
import { isShort } from '../rdp-password.js';
import { RdpPasswordField } from './rdp-password-field.js';
import { toast } from '@/lib/toast.js';
import { useDraft } from '@/lib/use-draft.js';
import { useFailureToast } from '@/lib/use-failure-toast.js';
import { commonMessages } from '@/messages/common.js';
import { installMessages } from '@/messages/install.js';
import { useCheckVps } from '../api.js';
import { useStartInstall } from '../api.js';
import { windowsVersionsQuery } from '../api.js';

const RootPasswordDialog = lazyDialog(() => import('./root-password-dialog.js'));

const CheckPanel = lazyPart(() => import('./check-panel.js'));

const FIELDS: (keyof InstallRequest)[] = ['ip', 'passwd_vps', 'win_ver', 'passwd_rdp'];
const EMPTY: InstallRequest = { ip: '', passwd_vps: '', win_ver: '', passwd_rdp: '' };

const resolver = schemaResolver<InstallRequest>(async () => (await loadRules()).installRequest);

export function InstallForm({
  quota,
  quotaKey,
  onStarted,
}: {
  quota: number;
  /** The query that shows the quota; stale after a start. */
  quotaKey: readonly unknown[];
  onStarted: () => void;
}) {
  const { form: m } = t(installMessages);
  const start = useStartInstall(quotaKey);
  const check = useCheckVps();
  const [helpOpen, setHelpOpen] = useState(false);
  const [warnedOf, setWarnedOf] = useState<string | null>(null);
  const form = useForm<InstallRequest>({ resolver, mode: 'onChange', defaultValues: EMPTY });
  useDraft('install', form, ['ip', 'win_ver']);
  const { errors } = form.formState;
  // Of this very password: another short one is asked about anew.
  const warned = warnedOf !== null && form.watch('passwd_rdp') === warnedOf;

  const submit = async (values: InstallRequest) => {
    if (quota < MIN_QUOTA) {
      return toast({ title: m.failed, description: m.insufficient, tone: 'destructive' });
    }
    if (isShort(values.passwd_rdp) && warnedOf !== values.passwd_rdp) {
      return setWarnedOf(values.passwd_rdp);
    }
    try {
      await start.mutateAsync({ ...values, ip: values.ip.trim() });
      toast({ title: m.started, description: m.startedHelp(values.ip.trim()), tone: 'success' });
      form.reset(EMPTY);
      setWarnedOf(null);
      onStarted();
    } catch (error) {
      showProblems(error, FIELDS, form.setError);
      toast({ title: m.failed, description: messageOf(error, m.failedHelp), tone: 'destructive' });
    }
  };

  const checkVps = async () => {
    if (!(await form.trigger(['ip', 'passwd_vps'], { shouldFocus: true }))) return;
    const { ip, passwd_vps, win_ver } = form.getValues();
    try {
      await check.mutateAsync({ ip: ip.trim(), passwd_vps, ...(win_ver ? { win_ver } : {}) });
    } catch (error) {
      showProblems(error, FIELDS, form.setError);
      const description = messageOf(error, t(commonMessages).pleaseTryAgain);
      toast({ title: m.checkFailed, description, tone: 'destructive' });
    }
  };

  return (
    <form
      noValidate
      className="frame p-5 grid grid-cols-1 gap-4"
      onFocus={prefetchRules}
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      <TextField
        label={m.ip}
        error={errors.ip?.message}
        mono
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        placeholder="203.0.113.24"
        {...form.register('ip')}
      />
      <SecretField
        label={m.rootPassword}
        help={m.rootPasswordHelp}
        error={errors.passwd_vps?.message}
        autoComplete="off"
        aside={
          <button
            type="button"
            className="link text-sm mb-1.5"
            aria-haspopup="dialog"
            onClick={() => setHelpOpen(true)}
          >
            {m.howToCreate}
          </button>
        }
        {...form.register('passwd_vps')}
      />
      <VersionField error={errors.win_ver?.message} {...form.register('win_ver')} />
      <RdpPasswordField form={form} />
      {warned && (
        <Note tone="warning" icon={TriangleAlert} alert>
          <p className="font-[500]">{m.weakTitle}</p>
          <p className="mt-1">{m.weakHelp}</p>
        </Note>
      )}
      <div className="grid gap-2 mt-1">
        <Button type="submit" variant="primary" size="lg" className="w-full" busy={start.isPending}>
          {warned ? m.submitWeak : m.submit}
        </Button>
        <Button className="w-full" busy={check.isPending} onClick={() => void checkVps()}>
          <Stethoscope className="ic ic-sm" />
          {m.check}
        </Button>
        <p className="text-xs text-muted-foreground">{m.checkHelp}</p>
      </div>
      {check.data && (
        <Suspense fallback={null}>
          <CheckPanel key={check.data.id} id={check.data.id} />
        </Suspense>
      )}
      {helpOpen && <RootPasswordDialog onClose={() => setHelpOpen(false)} />}
    </form>
  );
}

/** Versions without an image are listed and cannot be chosen. */
function VersionField({ error, ...select }: { error?: string } & ComponentProps<'select'>) {
  const { form: m } = t(installMessages);
  const { pleaseTryAgain } = t(commonMessages);
  const versions = useQuery(windowsVersionsQuery);
  useFailureToast(versions, m.versionsFailed, pleaseTryAgain);
  if (versions.isLoadingError) {
    return (
      <div role="group" aria-label={m.version}>
        <p className="label" aria-hidden>
          {m.version}
        </p>
        <ErrorState
          title={m.versionsFailed}
          help={messageOf(versions.error, pleaseTryAgain)}
          error={versions.error}
          onRetry={() => void versions.refetch()}
        />
      </div>
    );
  }
  const none = versions.data?.every(({ available }) => !available);
  return (
    <Field label={m.version} error={error} help={none ? m.noVersions : undefined}>
      {(ids) => (
        <div className={cn('field', error && 'is-bad')}>
          {/* Made anew when its options are there: what was chosen before can be shown from then on. */}
          <select
            key={versions.isPending ? 'waiting' : 'there'}
            {...select}
            {...ids}
            aria-busy={versions.isPending}
          >
            <option value="">
              {versions.isPending ? t(commonMessages).loading : m.chooseVersion}
            </option>
            {versions.data?.map(({ id, slug, name, available }) => (
              <option key={id} value={slug} disabled={!available}>
                {available ? name : m.unavailable(name)}
              </option>
            ))}
          </select>
          <ChevronDown className="ic" aria-hidden />
        </div>
      )}
    </Field>
  );
}
