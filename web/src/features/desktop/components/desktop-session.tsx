import { ChevronDown } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { cn } from '@/components/ui/class-names.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { t } from '@/messages/i18n.js';
import { toast } from '@/lib/toast/toast.js';
import { desktopMessages } from '@/messages/install/desktop.js';
import type { DesktopViewProps } from '../desktop-target.js';
import { isBusy, RETRY_MS, type Phase } from '../phases.js';
import { useClipboard } from '../use-clipboard.js';
import { useConnection } from '../use-connection.js';
import { useInput } from '../use-input.js';
import { useResize } from '../use-resize.js';
import { DesktopBar, type BarSettings } from './desktop-bar.js';
import { ConnectingPanel, EndedPanel } from './panels.js';
import { SignInForm } from './sign-in-form.js';

/** The sign-in form, the desktop, and the panel shown when it ends. */
export function DesktopSession({
  target,
  leaving,
  onCancelLeave,
  onBusy,
  onClose,
}: DesktopViewProps) {
  const m = t(desktopMessages);
  const [signIn, setSignIn] = useState({ account: target.account, password: '' });
  const [settings, setSettings] = useState<BarSettings>({
    shared: false,
    characters: false,
    actualSize: false,
  });
  const [hidden, setHidden] = useState(false);
  const [released, setReleased] = useState(false);
  const screen = useRef<HTMLCanvasElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const helpId = useId();

  const copied = useRef<(text: string) => void>(() => undefined);
  const { phase, dispatch, desktop, meter } = useConnection({
    installId: target.installId,
    canvas: screen,
    container: stage,
    signIn,
    onCopied: settings.shared ? (text) => copied.current(text) : null,
  });
  const clipboard = useClipboard(screen, desktop, settings.shared);
  useEffect(() => {
    copied.current = clipboard.onCopied;
  });

  const busy = isBusy(phase);
  useLeaveGuard(busy, onBusy);
  useResize(stage, settings.actualSize ? null : desktop);
  const wayOut = useCallback(() => {
    setHidden(false);
    setReleased(true);
  }, []);
  useInput({
    canvas: screen,
    desktop,
    mode: settings.characters ? 'characters' : 'keys',
    onRelease: wayOut,
    sendKey: clipboard.sendKey,
    sendHeldKeys: clipboard.sendHeldKeys,
  });
  useEffect(() => {
    if (!released) return;
    bar.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
  }, [released]);
  useEffect(() => {
    if (desktop) screen.current?.focus({ preventScroll: true });
  }, [desktop]);

  const change = (changed: Partial<BarSettings>) => {
    setSettings({ ...settings, ...changed });
    // Clipboard sharing is negotiated when connecting, so changing it requires a reconnect.
    if (changed.shared !== undefined && busy) dispatch({ type: 'again' });
  };
  const reportRejection = (work: Promise<unknown>) =>
    void work.catch(() =>
      toast({
        title: m.clipboardRefused,
        description: m.clipboardRefusedHelp,
        tone: 'destructive',
      }),
    );
  const toDesktop = () => screen.current?.focus({ preventScroll: true });
  const state = stateOf(phase);

  return (
    <>
      {hidden ? (
        <Button
          size="sm"
          icon
          className="desktop-show"
          aria-label={m.bar.show}
          title={`${m.bar.show} (${m.wayOut})`}
          onClick={() => setHidden(false)}
        >
          <ChevronDown className="ic ic-sm" />
        </Button>
      ) : (
        phase.name !== 'form' && (
          <DesktopBar
            bar={bar}
            ip={target.ip}
            state={phase.name === 'open' ? state : ''}
            desktop={desktop}
            meter={meter}
            settings={settings}
            onSettings={change}
            waitingText={clipboard.waiting !== null}
            onSendClipboard={() => reportRejection(clipboard.sendNow())}
            onTakeClipboard={() => reportRejection(clipboard.writeWaitingText())}
            onFullScreen={canFillScreen() ? () => void toggleFullScreen() : undefined}
            onToDesktop={toDesktop}
            onHide={() => {
              setHidden(true);
              toDesktop();
            }}
            onDisconnect={onClose}
          />
        )
      )}
      <div className={cn('desktop-stage', settings.actualSize && 'is-actual')} ref={stage}>
        <canvas
          ref={screen}
          role="application"
          aria-label={m.screen}
          aria-describedby={helpId}
          tabIndex={desktop ? 0 : -1}
          hidden={!desktop}
          onFocus={() => setReleased(false)}
        />
        {phase.name !== 'open' && (
          <div className="desktop-panel">
            {phase.name === 'form' && (
              <SignInForm
                target={target}
                signIn={signIn}
                onSignIn={setSignIn}
                shared={settings.shared}
                onShared={(shared) => setSettings({ ...settings, shared })}
                problem={phase.problem}
                onSubmit={() => dispatch({ type: 'submitted' })}
                onClose={onClose}
              />
            )}
            {phase.name === 'connecting' && <ConnectingPanel text={state} onCancel={onClose} />}
            {phase.name === 'waiting' && (
              <ConnectingPanel
                text={state}
                help={m.ends[phase.ending].title}
                onNow={() => dispatch({ type: 'due' })}
                onCancel={onClose}
              />
            )}
            {phase.name === 'ended' && (
              <EndedPanel
                ending={phase.ending}
                onAgain={() => dispatch({ type: 'again' })}
                onClose={onClose}
              />
            )}
          </div>
        )}
      </div>
      <p id={helpId} className="sr-only">
        {m.screenHelp}
      </p>
      <p className="sr-only" role="status">
        {released ? m.released : desktop ? m.connected : ''}
        {clipboard.tooLong && ` ${m.clipboardTooLong}`}
      </p>
      {leaving && (
        <Dialog
          title={m.leave.title}
          description={m.leave.help}
          width={420}
          onClose={onCancelLeave}
          footer={
            <>
              <Button onClick={onCancelLeave}>{m.leave.stay}</Button>
              <Button variant="primary" onClick={onClose}>
                {m.leave.leave}
              </Button>
            </>
          }
        >
          {null}
        </Dialog>
      )}
    </>
  );
}

/** Short text for the toolbar and the panel. */
function stateOf(phase: Phase): string {
  const m = t(desktopMessages);
  const again = 'attempt' in phase && phase.attempt > 0 && phase.name !== 'open';
  if (again) return m.reconnecting(phase.attempt, RETRY_MS.length);
  if (phase.name === 'open') return m.connected;
  return m.connecting;
}

/** iPhones support full screen only for videos. */
const canFillScreen = (): boolean => document.fullscreenEnabled === true;

/** Keyboard Lock API of Chromium: in full screen the page also receives Escape, Alt+Tab and the Windows key. */
interface LockableKeyboard {
  lock?: () => Promise<void>;
}

/** Puts the entire page into full screen, so that its dialogs and toasts are visible. */
async function toggleFullScreen(): Promise<void> {
  const { keyboard } = navigator as Navigator & { keyboard?: LockableKeyboard };
  try {
    if (document.fullscreenElement) return await document.exitFullscreen();
    await document.documentElement.requestFullscreen();
    await keyboard?.lock?.();
  } catch {
    // The browser itself shows why it refused.
  }
}

/** While a desktop is open, the browser asks before leaving or reloading the page. The dashboard handles Back. */
function useLeaveGuard(busy: boolean, onBusy: (busy: boolean) => void): void {
  useEffect(() => {
    onBusy(busy);
  }, [busy, onBusy]);
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [busy]);
}
