import { useQuery } from '@tanstack/react-query';
import { MonitorX } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { ConnectingPanel, Panel } from '@/features/desktop/components/panels.js';
import { FramedPanel } from '@/features/desktop/desktop-frame.js';
import type { DesktopViewProps } from '@/features/desktop/desktop-target.js';
import { DesktopView } from '@/features/desktop/desktop-view.js';
import { ownInstallQuery, useRdpPassword } from '@/features/installs/api.js';
import { rdpTarget } from '@/features/installs/rdp/rdp-target.js';
import { messageOf } from '@/lib/api/api-error.js';
import { placeOf } from '@/lib/installs/place.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { desktopMessages } from '@/messages/install/desktop.js';

export default function InstallDesktop({
  installId,
  ...props
}: Omit<DesktopViewProps, 'target'> & { installId: string }) {
  const m = t(desktopMessages);
  const { loading, pleaseTryAgain } = t(commonMessages);
  const { data: install, error, isPending } = useQuery(ownInstallQuery(installId));
  const password = useRdpPassword();
  if (isPending) {
    return (
      <FramedPanel ip="">
        <ConnectingPanel text={loading} onCancel={props.onClose} />
      </FramedPanel>
    );
  }
  if (!install?.rdp?.desktop) {
    const help = install ? m.unavailable : messageOf(error, pleaseTryAgain);
    return (
      <FramedPanel ip={install ? placeOf(install) : ''}>
        <Panel icon={MonitorX} title={m.missing} help={help}>
          <Button variant="primary" onClick={props.onClose}>
            {m.close}
          </Button>
        </Panel>
      </FramedPanel>
    );
  }
  const stored = async () => (await password.mutateAsync(installId)).passwd_rdp;
  const target = {
    installId,
    ip: placeOf(install),
    account: rdpTarget(install, install.rdp).account,
    storedPassword: install.passwd_rdp_until ? stored : null,
  };
  return <DesktopView target={target} {...props} />;
}
