import type { InstallRdp } from '@casement/proto/http/install/rdp.js';
import { CircleCheck, Info, PlugZap } from 'lucide-react';
import { Note } from '@/components/ui/note.js';
import { formatAgo } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useNow } from '@/lib/use-now.js';
import { connectMessages } from '@/messages/install/connect.js';
import { RdpCheck } from './rdp-check.js';

/** Verified facts of the remote desktop, the time of the check, and a button to recheck. */
export function RdpProof({
  installId,
  rdp,
  onProven,
}: {
  installId: string;
  rdp: InstallRdp | null;
  onProven: (rdp: InstallRdp) => void;
}) {
  const m = t(connectMessages);
  const now = useNow(1_000);
  if (!rdp) {
    return (
      <Note tone="info" icon={Info}>
        <b className="font-[600]">{m.unproven}.</b> {m.unprovenHelp}
        <RdpCheck id={installId} onProven={onProven} />
      </Note>
    );
  }
  const seconds = Math.floor((now - Date.parse(rdp.proven_at)) / 1_000);
  // A clock behind the server's would give a negative age.
  const ago = seconds < 60 ? m.secondsAgo(Math.max(1, seconds)) : formatAgo(rdp.proven_at, now);
  if (rdp.proof === 'password_accepted') {
    return (
      <Note tone="success" icon={CircleCheck}>
        <b className="font-[600]">{m.accepted}.</b>{' '}
        <span className="num">{m.acceptedHelp(ago)}</span>
        <RdpCheck id={installId} onProven={onProven} />
      </Note>
    );
  }
  return (
    <Note tone="success" icon={PlugZap}>
      <b className="font-[600] num">{m.answered(ago)}.</b> {m.answeredHelp}
      <RdpCheck id={installId} onProven={onProven} />
    </Note>
  );
}
