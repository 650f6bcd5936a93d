import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useRef } from 'react';
import { Badge } from '@/components/ui/badge.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { Panel } from '@/components/ui/panel.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { t } from '@/messages/i18n.js';
import { adminTwoFactorMessages } from '@/messages/admin/users/admin-two-factor.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { commonMessages } from '@/messages/common.js';
import { recoveryCodesQuery, twoFactorStatusQuery } from '../api.js';
import { DisableForm } from './disable-form.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SetUp } from './set-up.js';

export default function TwoFactorSection() {
  return (
    <>
      <SectionHead title={t(adminMessages).sections['2fa']} />
      <TwoFactor />
    </>
  );
}

/** Four states: off, setup in progress, just enabled (with its recovery codes), on. */
function TwoFactor() {
  const m = t(adminTwoFactorMessages);
  const { loading } = t(commonMessages);
  const status = useQuery(twoFactorStatusQuery);
  const { data: recoveryCodes = [] } = useQuery(recoveryCodesQuery);
  const queries = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  const forget = () => {
    queries.setQueryData(recoveryCodesQuery.queryKey, []);
    title.current?.focus();
  };

  if (!status.data) {
    return status.isError ? (
      <QueryError query={status} title={t(adminMessages).loadFailed} />
    ) : (
      <section className="frame max-w-[560px] overflow-hidden">
        <RowsSkeleton label={loading} rows={3} />
      </section>
    );
  }
  const { enabled } = status.data;
  return (
    <Panel
      className="max-w-[560px]"
      title={m.title}
      titleRef={title}
      aside={
        <Badge tone={enabled ? 'success' : 'neutral'} icon={enabled ? ShieldCheck : ShieldOff}>
          {enabled ? m.enabled : m.disabled}
        </Badge>
      }
    >
      <div className="p-4">
        {!enabled ? (
          <SetUp scope="admin" lead={m.offLead} />
        ) : recoveryCodes.length > 0 ? (
          <RecoveryCodes level="h3" codes={recoveryCodes} lead={m.recovery.lead} onDone={forget} />
        ) : (
          <DisableForm />
        )}
      </div>
    </Panel>
  );
}
