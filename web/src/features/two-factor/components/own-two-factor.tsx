import type { OwnTwoFactor } from '@casement/proto/http/auth/two-factor.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, LifeBuoy, Plus, ShieldCheck, ShieldOff, TriangleAlert } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { Badge } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { QueryFallback } from '@/components/ui/feedback/query-fallback.js';
import { Note } from '@/components/ui/note.js';
import { Panel } from '@/components/ui/panel.js';
import { deviceText } from '@/lib/format/device-text.js';
import { formatDateTime } from '@/lib/format/format.js';
import { useRestoreFocus } from '@/lib/navigation/use-restore-focus.js';
import { supportsPasskeys } from '@/lib/supports-passkeys.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { t } from '@/messages/i18n.js';
import { ownTwoFactorMessages } from '@/messages/account/two-factor.js';
import {
  ownTwoFactorQuery,
  recoveryCodesQuery,
  useAddPasskey,
  useCancelRecovery,
  useRemoveApp,
  useRemovePasskey,
  useRenewRecoveryCodes,
} from '../api.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SetUp } from './set-up.js';

const ConfirmDialog = lazyDialog(() => import('@/components/ui/dialog/confirm-dialog.js'));

/** Settings → Two-factor: the user's authenticator app, passkeys and recovery codes. */
export default function OwnTwoFactorPart() {
  const m = t(ownTwoFactorMessages);
  const query = useQuery(ownTwoFactorQuery);
  const { data: codes = [] } = useQuery(recoveryCodesQuery);
  const queries = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  /** Called when the focused control is removed. */
  const focusTitle = () => title.current?.focus();
  if (!query.data) {
    return <QueryFallback query={query} title={m.loadFailed} rows={3} />;
  }
  const { app_enabled_at, recovery_codes, passkeys, recovery_at } = query.data;
  return (
    <>
      {codes.length > 0 && (
        <section className="frame p-4 mb-5">
          <RecoveryCodes
            level="h2"
            codes={codes}
            lead={m.codesLead}
            onDone={() => {
              queries.setQueryData(recoveryCodesQuery.queryKey, []);
              focusTitle();
            }}
          />
        </section>
      )}
      {recovery_at !== null && <RecoveryNote at={recovery_at} onCancelled={focusTitle} />}
      <AppSection title={title} enabledAt={app_enabled_at} />
      <PasskeysSection passkeys={passkeys} />
      {(app_enabled_at !== null || passkeys.length > 0) && <CodesSection left={recovery_codes} />}
    </>
  );
}

function RecoveryNote({ at, onCancelled }: { at: string; onCancelled: () => void }) {
  const m = t(ownTwoFactorMessages);
  const cancel = useCancelRecovery();
  const stop = async () => {
    const done = () => ({ title: m.recoveryCancelled });
    if (await withToast(cancel.mutateAsync(), { done, failed: m.cancelFailed })) onCancelled();
  };
  return (
    <Note tone="warning" icon={TriangleAlert} className="mb-5" alert>
      <p>{m.recovery(formatDateTime(at))}</p>
      <Button size="sm" className="mt-2" busy={cancel.isPending} onClick={() => void stop()}>
        {m.cancelRecovery}
      </Button>
    </Note>
  );
}

function AppSection({
  title,
  enabledAt,
}: {
  title: RefObject<HTMLHeadingElement | null>;
  enabledAt: string | null;
}) {
  const m = t(ownTwoFactorMessages);
  const [asking, setAsking] = useState(false);
  const removal = useRemoveApp();
  useRestoreFocus(title, String(enabledAt), asking);

  const remove = async () => {
    await withToast(removal.mutateAsync(), {
      done: () => ({ title: m.appRemoved }),
      failed: m.removeFailed,
    });
    setAsking(false);
  };

  return (
    <Panel
      title={m.app}
      titleRef={title}
      aside={
        <Badge tone={enabledAt ? 'success' : 'neutral'} icon={enabledAt ? ShieldCheck : ShieldOff}>
          {enabledAt ? m.on : m.off}
        </Badge>
      }
    >
      <div className="p-4">
        {enabledAt ? (
          <div className="flex flex-wrap items-center gap-3">
            <p className="flex-1 min-w-[200px] text-muted-foreground">
              {m.appAdded(formatDateTime(enabledAt))}
            </p>
            <Button variant="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
              {m.remove}
            </Button>
          </div>
        ) : (
          <SetUp scope="own" lead={m.appLead} />
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={m.removeApp}
          question={m.removeAppQuestion}
          submit={m.remove}
          pending={removal.isPending}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}

function PasskeysSection({ passkeys }: { passkeys: OwnTwoFactor['passkeys'] }) {
  const m = t(ownTwoFactorMessages);
  const [removing, setRemoving] = useState<string>();
  const addition = useAddPasskey();
  const removal = useRemovePasskey();
  const title = useRef<HTMLHeadingElement>(null);
  useRestoreFocus(title, String(passkeys.length), removing !== undefined);

  const add = () =>
    withToast(addition.mutateAsync(), {
      done: () => ({ title: m.passkeyAdded }),
      failed: m.addFailed,
    });
  const remove = async (id: string) => {
    await withToast(removal.mutateAsync(id), {
      done: () => ({ title: m.passkeyRemoved }),
      failed: m.removeFailed,
    });
    setRemoving(undefined);
  };

  return (
    <Panel
      className="mt-5 overflow-hidden"
      title={m.passkeys}
      titleRef={title}
      aside={
        supportsPasskeys() && (
          <Button size="sm" busy={addition.isPending} onClick={() => void add()}>
            <Plus className="ic ic-sm" />
            {m.addPasskey}
          </Button>
        )
      }
    >
      <p className="px-4 py-3 text-muted-foreground">
        {supportsPasskeys() ? m.passkeysLead : m.noPasskeySupport}
      </p>
      {passkeys.length > 0 && (
        <ul className="divide-y border-t">
          {passkeys.map(({ id, device, synced, created_at, last_used_at }) => (
            <li key={id} className="flex items-center gap-3 px-4 py-3">
              <KeyRound className="ic text-muted-foreground" />
              <div className="flex-1 min-w-0">
                <p className="font-[560] wrap-anywhere">{deviceText(device)}</p>
                <p className="text-xs text-muted-foreground">
                  {m.added(formatDateTime(created_at))}
                  {last_used_at && `, ${m.lastUsed(formatDateTime(last_used_at))}`}
                  {synced && `, ${m.synced}`}
                </p>
              </div>
              <Button
                size="sm"
                aria-label={m.removeOf(deviceText(device))}
                aria-haspopup="dialog"
                onClick={() => setRemoving(id)}
              >
                {m.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={m.removePasskey}
          question={m.removePasskeyQuestion}
          submit={m.remove}
          pending={removal.isPending}
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Panel>
  );
}

function CodesSection({ left }: { left: number }) {
  const m = t(ownTwoFactorMessages);
  const [asking, setAsking] = useState(false);
  const renewal = useRenewRecoveryCodes();

  const renew = async () => {
    await withToast(renewal.mutateAsync(), {
      done: () => ({ title: m.codesRenewed }),
      failed: m.renewFailed,
    });
    setAsking(false);
  };

  return (
    <Panel
      className="mt-5"
      title={m.codes}
      aside={
        <Badge tone={left > 2 ? 'neutral' : 'warning'} icon={LifeBuoy}>
          {m.codesLeft(left)}
        </Badge>
      }
    >
      <div className="flex flex-wrap items-center gap-3 p-4">
        <p className="flex-1 min-w-[200px] text-muted-foreground">{m.codesHelp}</p>
        <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {m.renew}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={m.renew}
          question={m.renewQuestion}
          submit={m.renew}
          pending={renewal.isPending}
          onConfirm={renew}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}
