import type { InstallRecord } from '@casement/proto/http/install/install.js';
import type { PublicConfig } from '@casement/proto/http/public-config.js';
import { Flag, MonitorPlay, PlugZap } from 'lucide-react';
import { Button, ButtonAnchor } from '@/components/ui/button.js';
import { usePublicConfig } from '@/config/public-config.js';
import { t } from '@/messages/i18n.js';
import { canInstallAgain, isActive, isCancellable } from '@/lib/installs/phases.js';
import { addressOf } from '@/lib/installs/place.js';
import { supportLink } from '@/lib/support-link.js';
import { commonMessages } from '@/messages/common.js';
import { installMessages } from '@/messages/install/install.js';

export interface InstallActionHandlers {
  onConnect: (install: InstallRecord) => void;
  onDesktop: (install: InstallRecord) => void;
  onDetails: (install: InstallRecord) => void;
  /** Opens the form with the address of a failed install, or the dialog to install again from its recovery system. */
  onTryAgain: (install: InstallRecord) => void;
  /** Omitted if there is no room; the details offer it too. */
  onCancel?: (install: InstallRecord) => void;
}

/** Connect for completed installs, Report for failed and manual review (SPEC §4). Only one action is outlined. */
export function InstallActions({
  install,
  onConnect,
  onDesktop,
  onDetails,
  onTryAgain,
  onCancel,
}: { install: InstallRecord } & InstallActionHandlers) {
  const { history: m, cancel } = t(installMessages);
  const report = reportLink(install, usePublicConfig());
  const { status } = install;
  const address = addressOf(install);
  const isWindows = install.kind !== 'linux';
  if (status === 'completed' && isWindows) {
    return <ConnectActions install={install} onConnect={onConnect} onDesktop={onDesktop} />;
  }
  if (isActive(install)) {
    return (
      <>
        <Button
          variant="ghost"
          size="sm"
          aria-label={m.viewProgressOf(address)}
          onClick={() => onDetails(install)}
        >
          {m.viewProgress}
        </Button>
        {onCancel && isCancellable(install) && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={cancel.actionOf(address)}
            onClick={() => onCancel(install)}
          >
            {cancel.action}
          </Button>
        )}
      </>
    );
  }
  return (
    <>
      {status === 'failed' && isWindows && (
        <Button
          size="sm"
          aria-label={canInstallAgain(install) ? m.installAgainOn(address) : m.tryAgainOn(address)}
          onClick={() => onTryAgain(install)}
        >
          {canInstallAgain(install) ? m.installAgain : m.tryAgain}
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        aria-label={m.detailsOf(address)}
        onClick={() => onDetails(install)}
      >
        {m.details}
      </Button>
      {report && (
        <ButtonAnchor
          variant="ghost"
          size="sm"
          href={report}
          target="_blank"
          rel="noreferrer"
          aria-label={`${m.reportOf(address)} ${t(commonMessages).opensNewWindow}`}
        >
          <Flag className="ic ic-sm" />
          {m.report}
        </ButtonAnchor>
      )}
    </>
  );
}

/** Connect and, if offered, the desktop in the browser. */
export function ConnectActions({
  install,
  onConnect,
  onDesktop,
}: { install: InstallRecord } & Pick<InstallActionHandlers, 'onConnect' | 'onDesktop'>) {
  const { history: m } = t(installMessages);
  const address = addressOf(install);
  return (
    <>
      <Button size="sm" aria-label={m.connectTo(address)} onClick={() => onConnect(install)}>
        <PlugZap className="ic ic-sm" />
        {m.connect}
      </Button>
      {install.rdp?.desktop && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={m.openDesktopOf(address)}
          onClick={() => onDesktop(install)}
        >
          <MonitorPlay className="ic ic-sm" />
          {m.openDesktop}
        </Button>
      )}
    </>
  );
}

/** Message to support with the install's id and IP (SPEC §4). */
const reportLink = (
  { id, ip }: Pick<InstallRecord, 'id' | 'ip'>,
  config: PublicConfig,
): string | null => {
  const { history: m } = t(installMessages);
  return supportLink(m.reportSubject(ip), m.reportMessage(id, ip), config);
};
