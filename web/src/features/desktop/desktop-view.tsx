import { MonitorX } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '@/components/ui/button.js';
import { t } from '@/messages/i18n.js';
import { desktopMessages } from '@/messages/install/desktop.js';
import { DesktopSession } from './components/desktop-session.js';
import { Panel } from './components/panels.js';
import { DesktopFrame, FramedPanel } from './desktop-frame.js';
import type { DesktopViewProps } from './desktop-target.js';
import { loadEngine } from './use-connection.js';

const isSupported = () => typeof WebAssembly === 'object' && typeof WebSocket === 'function';

export function DesktopView(props: DesktopViewProps) {
  const { target, onClose } = props;
  const m = t(desktopMessages);
  const supported = isSupported();
  useEffect(() => {
    if (!supported) return;
    // Preloads the client while the password is typed. A failure is reported when connecting.
    loadEngine()
      .then(({ loadClient }) => loadClient())
      .catch(() => undefined);
  }, [supported]);
  if (!supported) {
    return (
      <FramedPanel ip={target.ip}>
        <Panel icon={MonitorX} {...m.unsupported}>
          <Button variant="primary" onClick={onClose}>
            {m.close}
          </Button>
        </Panel>
      </FramedPanel>
    );
  }
  return (
    <DesktopFrame ip={target.ip}>
      <DesktopSession {...props} />
    </DesktopFrame>
  );
}
