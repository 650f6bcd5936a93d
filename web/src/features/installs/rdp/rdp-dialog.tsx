import { addressText } from '@casement/proto/http/install/address-text.js';
import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { Download, ExternalLink, Info, MonitorPlay } from 'lucide-react';
import { Fragment, useState } from 'react';
import { InstallAddress } from '@/components/installs/install-address.js';
import { Button, ButtonAnchor } from '@/components/ui/button.js';
import { CommandLine } from '@/components/ui/command-line.js';
import { CopyButton } from '@/components/ui/copy-button.js';
import { DetailRow, DetailRows } from '@/components/ui/detail-row.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { Note } from '@/components/ui/note.js';
import { download, type TextFile } from '@/lib/csv/download.js';
import { formatDateTime } from '@/lib/format/format.js';
import { detectPlatform } from '@/lib/platform.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { connectMessages } from '@/messages/install/connect.js';
import { installMessages } from '@/messages/install/install.js';
import { ConnectSteps } from './connect-steps.js';
import { KeptRecovery } from './kept-recovery.js';
import { RdpProof } from './rdp-proof.js';
import { fingerprint, rdpTarget, rdpUri, type RdpTarget } from './rdp-target.js';
import { StoredPasswordNote, RdpPasswordRow } from './saved-password.js';

/** Connection to a Windows in the order of use: state, action of this platform, credentials, steps, security. */
export default function RdpDialog({
  install,
  onDesktop,
  onInstallAgain,
  onClose,
}: {
  install: InstallRecord;
  onDesktop: (install: InstallRecord) => void;
  /** Opens the dialog to install again from the recovery system. */
  onInstallAgain: (install: InstallRecord) => void;
  onClose: () => void;
}) {
  const { rdp: m, history } = t(installMessages);
  const connect = t(connectMessages);
  const [erased, setErased] = useState(false);
  // Result of a check made after the record was loaded.
  const [currentRdp, setCurrentRdp] = useState(install.rdp ?? null);
  const [isPhone] = useState(() => ['ios', 'android'].includes(detectPlatform()));
  const target = rdpTarget(install, currentRdp);
  const file = rdpFile(target);
  const version = install.win_name ?? install.win_ver;
  const certificate = currentRdp?.certificate_sha256 && fingerprint(currentRdp.certificate_sha256);
  return (
    <Dialog
      onClose={onClose}
      title={
        <>
          {m.title} <InstallAddress {...install} />
        </>
      }
      description={
        currentRdp
          ? m.verified(version, formatDateTime(currentRdp.proven_at))
          : connect.completed(version, formatDateTime(install.updated_at))
      }
      width={540}
      footer={<Button onClick={onClose}>{t(commonMessages).close}</Button>}
    >
      <RdpProof installId={install.id} rdp={currentRdp} onProven={setCurrentRdp} />
      <div className="grid gap-2 mt-4">
        {isPhone && (
          <ButtonAnchor variant="primary" size="lg" href={rdpUri(target)}>
            <ExternalLink className="ic" />
            {connect.open}
          </ButtonAnchor>
        )}
        <Button
          variant={isPhone ? 'outline' : 'primary'}
          size={isPhone ? 'md' : 'lg'}
          onClick={() => download(file)}
        >
          <Download className="ic" />
          {m.download(file.name)}
        </Button>
        {currentRdp?.desktop && (
          <Button onClick={() => onDesktop(install)}>
            <MonitorPlay className="ic" />
            {history.openDesktop}
          </Button>
        )}
      </div>
      <DetailRows className="mt-4">
        <DetailRow term={m.address} value={target.address}>
          <CopyButton value={target.address} label={m.address} />
        </DetailRow>
        <DetailRow term={m.user} value={target.account}>
          <CopyButton value={target.account} label={m.user} />
        </DetailRow>
        <RdpPasswordRow install={install} erased={erased} />
      </DetailRows>
      <StoredPasswordNote install={install} erased={erased} onErased={() => setErased(true)} />
      <ConnectSteps target={target} file={file.name} />
      <ConnectFirewall target={target} />
      {install.guard?.kept && <KeptRecovery install={install} onInstallAgain={onInstallAgain} />}
      {certificate && (
        <details className="mt-4 text-sm">
          <summary className="link w-fit">{connect.security}</summary>
          <DetailRows className="mt-2">
            <DetailRow term={connect.certificate} value={<Fingerprint of={certificate} />}>
              <CopyButton value={certificate} label={connect.certificate} />
            </DetailRow>
          </DetailRows>
          <p className="help">{connect.certificateHelp}</p>
        </details>
      )}
      <Note tone="info" icon={Info} className="mt-4">
        <p>{m.port(target.port)}</p>
        <p className="mt-1.5">{m.unsigned}</p>
      </Note>
    </Dialog>
  );
}

/** Certificate fingerprint that wraps only between bytes. */
function Fingerprint({ of }: { of: string }) {
  return (
    <span className="block py-2 text-xs font-normal">
      {of.split(/(?<=:)/).map((byte, i) => (
        <Fragment key={i}>
          {byte}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}

/** Instructions for a provider firewall that closes the port. */
function ConnectFirewall({ target: { ip, port } }: { target: RdpTarget }) {
  const { firewall: m } = t(connectMessages);
  return (
    <details className="mt-4 text-sm">
      <summary className="link w-fit">{m.title}</summary>
      <ol className="grid gap-2 mt-2 list-decimal pl-5 marker:text-muted-foreground marker:font-[560]">
        <li>
          {m.test(port)}
          <CommandLine command={`Test-NetConnection ${ip} -Port ${port}`} label={m.windows} />
          <CommandLine command={`nc -vz ${ip} ${port}`} label={m.unix} />
        </li>
        <li>{m.open(port)}</li>
        <li>{m.network}</li>
      </ol>
    </details>
  );
}

/**
 * Builds a remote desktop file (SPEC §9): user Administrator, port 22 unless the service was set up otherwise, named
 * after the IP, and the port unless it is 22. It never contains a password.
 */
function rdpFile({ ip, port, account, address }: RdpTarget): TextFile {
  const lines = [
    `full address:s:${address}`,
    `server port:i:${port}`,
    `username:s:${account}`,
    'prompt for credentials:i:1',
    'authentication level:i:2',
    'enablecredsspsupport:i:1',
    'autoreconnection enabled:i:1',
    'screen mode id:i:2',
    'redirectclipboard:i:1',
    'audiomode:i:0',
  ];
  // Windows forbids colons in file names.
  const name = `${addressText(ip, port).replaceAll(':', '-')}.rdp`;
  return { name, type: 'application/x-rdp', content: `${lines.join('\r\n')}\r\n` };
}
