import type { InstallRecord } from '@casement/proto/http/install.js';
import { Download, Info } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { CopyButton } from '@/components/ui/copy-button.js';
import { DetailRow, DetailRows } from '@/components/ui/detail-row.js';
import { Dialog } from '@/components/ui/dialog.js';
import { Note } from '@/components/ui/note.js';
import { RDP_PORT, RDP_USER } from '@/config/limits.js';
import { download } from '@/lib/download.js';
import { formatDateTime } from '@/lib/format.js';
import { t } from '@/lib/messages.js';
import { commonMessages } from '@/messages/common.js';
import { installMessages } from '@/messages/install.js';
import { rdpFile } from '../rdp-file.js';
import { RdpPasswordKept, RdpPasswordRow } from './rdp-password.js';

/** How to connect to a completed install. */
export default function RdpDialog({
  install,
  onClose,
}: {
  install: InstallRecord;
  onClose: () => void;
}) {
  const { rdp: m } = t(installMessages);
  const common = t(commonMessages);
  const [erased, setErased] = useState(false);
  const port = install.rdp_port ?? RDP_PORT;
  const file = rdpFile(install.ip, port);
  const address = `${install.ip}:${port}`;
  return (
    <Dialog
      onClose={onClose}
      title={
        <>
          {m.title} <span className="mono">{install.ip}</span>
        </>
      }
      description={m.verified(
        install.win_name ?? install.win_ver,
        formatDateTime(install.updated_at),
      )}
      width={460}
      footer={
        <>
          <Button onClick={onClose}>{common.close}</Button>
          <Button variant="primary" onClick={() => download(file)}>
            <Download className="ic" />
            {m.download(file.name)}
          </Button>
        </>
      }
    >
      <DetailRows>
        <DetailRow term={m.address} value={address}>
          <CopyButton value={address} what={m.address} />
        </DetailRow>
        <DetailRow term={m.user} value={RDP_USER}>
          <CopyButton value={RDP_USER} what={m.user} />
        </DetailRow>
        <RdpPasswordRow install={install} erased={erased} />
      </DetailRows>
      <RdpPasswordKept install={install} erased={erased} onErased={() => setErased(true)} />
      <Note tone="info" icon={Info} className="mt-4">
        <p>{m.port(port)}</p>
        <p className="mt-1.5">{m.unsigned}</p>
      </Note>
    </Dialog>
  );
}
