import { LoaderCircle, MonitorX, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '@/components/ui/button.js';
import { t } from '@/messages/i18n.js';
import { reloadPage } from '@/lib/navigation/reload-page.js';
import { desktopMessages } from '@/messages/install/desktop.js';
import { isFinal, type EndReason } from '../end-reasons.js';

/**
 * Replaces the desktop with a message and actions. Screen readers announce it, and the first button has the focus.
 */
export function Panel({
  icon: Icon,
  title,
  help,
  children,
}: {
  icon: LucideIcon;
  title: string;
  help: string;
  children: ReactNode;
}) {
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const find = (button: string) => actions.current?.querySelector<HTMLElement>(button);
    (find('.btn-primary') ?? find('.btn'))?.focus();
  }, []);
  return (
    <section className="frame desktop-card" role="alert">
      <div>
        <h2 className="text-lg flex items-center gap-2">
          <Icon className="ic ic-lg" />
          {title}
        </h2>
        <p className="text-muted-foreground mt-1.5">{help}</p>
      </div>
      <div className="desktop-actions" ref={actions}>
        {children}
      </div>
    </section>
  );
}

/** Reason why the desktop has ended, with a button to reconnect if that may help. */
export function EndedPanel({
  ending,
  onAgain,
  onClose,
}: {
  ending: EndReason;
  onAgain: () => void;
  onClose: () => void;
}) {
  const m = t(desktopMessages);
  return (
    <Panel icon={MonitorX} {...m.ends[ending]}>
      <Button onClick={onClose}>{m.close}</Button>
      {ending === 'client_failed' ? (
        <Button variant="primary" onClick={reloadPage}>
          {m.reload}
        </Button>
      ) : (
        !isFinal(ending) && (
          <Button variant="primary" onClick={onAgain}>
            {m.connectAgain}
          </Button>
        )
      )}
    </Panel>
  );
}

export function ConnectingPanel({
  text,
  help,
  onNow,
  onCancel,
}: {
  text: string;
  help?: string;
  /** Skips the wait before the next attempt. */
  onNow?: () => void;
  onCancel: () => void;
}) {
  const m = t(desktopMessages);
  return (
    <section className="frame desktop-card" role="status">
      <div>
        <p className="font-[600] flex items-center gap-2">
          <LoaderCircle className="ic spin" />
          {text}
        </p>
        {help && <p className="text-muted-foreground mt-1.5">{help}</p>}
      </div>
      <div className="desktop-actions">
        <Button onClick={onCancel}>{m.cancel}</Button>
        {onNow && (
          <Button variant="primary" onClick={onNow}>
            {m.reconnectNow}
          </Button>
        )}
      </div>
    </section>
  );
}
