import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '@/components/ui/class-names.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { Field } from '@/components/ui/form/field.js';
import { t } from '@/messages/i18n.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { commonMessages } from '@/messages/common.js';
import { dashboardMessages } from '@/messages/dashboard.js';
import { installMessages } from '@/messages/install/install.js';
import { windowsVersionsQuery } from '../api.js';

/** Versions without an image are listed as disabled. */
export function VersionField({ error, ...select }: { error?: string } & ComponentProps<'select'>) {
  const { form: m } = t(installMessages);
  const { loadFailedHelp } = t(dashboardMessages);
  const versions = useQuery(windowsVersionsQuery);
  useFailureToast(versions, m.versionsFailed, loadFailedHelp);
  if (versions.isLoadingError) {
    return (
      <div role="group" aria-label={m.version}>
        <p className="label" aria-hidden>
          {m.version}
        </p>
        <QueryError query={versions} title={m.versionsFailed} help={loadFailedHelp} />
      </div>
    );
  }
  const none = versions.data?.every(({ available }) => !available);
  return (
    <Field label={m.version} error={error} help={none ? m.noVersions : undefined}>
      {(ids) => (
        <div className={cn('field', error && 'is-bad')}>
          {/*
            Remounted once its options are loaded, so that an earlier selection can be shown. Disabled until then,
            because the form reads a select that loses focus, and without options its value is empty.
          */}
          <select
            key={versions.isPending ? 'waiting' : 'there'}
            {...select}
            {...ids}
            disabled={versions.isPending}
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
