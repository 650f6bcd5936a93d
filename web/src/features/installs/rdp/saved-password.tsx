import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { Eye, EyeOff, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { CopyButton } from '@/components/ui/copy-button.js';
import { DetailRow } from '@/components/ui/detail-row.js';
import { Note } from '@/components/ui/note.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { toastFailure, withToast } from '@/lib/toast/toast-failure.js';
import { commonMessages } from '@/messages/common.js';
import { installMessages } from '@/messages/install/install.js';
import { useEraseRdpPassword, useRdpPassword } from '../api.js';

interface StoredPasswordProps {
  install: InstallRecord;
  /** Erased by the owner after the record was loaded. */
  erased: boolean;
}

const isStored = ({ install, erased }: StoredPasswordProps) =>
  !erased && Boolean(install.passwd_rdp_until);

/** Fetches the password only for showing or copying, and keeps it only in this row. */
export function RdpPasswordRow(props: StoredPasswordProps) {
  const { rdp: m } = t(installMessages);
  const common = t(commonMessages);
  const { id } = props.install;
  const password = useRdpPassword();
  const [shown, setShown] = useState(false);
  const fetched = async () => (await password.mutateAsync(id)).passwd_rdp;
  const toggle = async () => {
    if (shown) return setShown(false);
    try {
      await fetched();
      setShown(true);
    } catch (error) {
      toastFailure(m.passwordFailed, error);
    }
  };
  if (!isStored(props)) return <DetailRow term={m.password} value={m.noPassword} />;
  return (
    <DetailRow term={m.password} value={(shown && password.data?.passwd_rdp) || '••••••••••'}>
      <Button
        variant="ghost"
        size="sm"
        icon
        busy={password.isPending}
        aria-label={shown ? common.hidePassword : common.showPassword}
        aria-pressed={shown}
        onClick={() => void toggle()}
      >
        {shown ? <EyeOff className="ic ic-sm" /> : <Eye className="ic ic-sm" />}
      </Button>
      <CopyButton value={fetched} label={m.password} />
    </DetailRow>
  );
}

/** Shows how long the password is stored and lets the owner erase it earlier. */
export function StoredPasswordNote({
  onErased,
  ...props
}: StoredPasswordProps & { onErased: () => void }) {
  const { rdp: m } = t(installMessages);
  const { id, passwd_rdp_until: until } = props.install;
  const erase = useEraseRdpPassword();
  const [asked, setAsked] = useState(false);
  const eraseNow = async () => {
    const done = () => ({ title: m.erased });
    if (await withToast(erase.mutateAsync(id), { done, failed: m.eraseFailed })) onErased();
    setAsked(false);
  };
  return (
    <Note tone="info" icon={KeyRound} className="mt-4">
      {!isStored(props) || !until ? (
        <p>{m.notStored}</p>
      ) : asked ? (
        <>
          <p>{m.eraseQuestion}</p>
          <div className="flex flex-wrap gap-2 mt-2">
            <Button
              size="sm"
              variant="destroy"
              busy={erase.isPending}
              onClick={() => void eraseNow()}
            >
              {m.eraseSubmit}
            </Button>
            <Button size="sm" disabled={erase.isPending} onClick={() => setAsked(false)}>
              {m.keep}
            </Button>
          </div>
        </>
      ) : (
        <p>
          {m.until(formatDateTime(until))}{' '}
          <button type="button" className="link" onClick={() => setAsked(true)}>
            {m.erase}
          </button>
        </p>
      )}
    </Note>
  );
}
