import {
  ChevronUp,
  ClipboardCheck,
  ClipboardCopy,
  ClipboardPaste,
  Languages,
  Maximize,
  MonitorDown,
  PlugZap,
  Scaling,
  SquareArrowDownRight,
  type LucideIcon,
} from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '@/components/ui/button.js';
import { formatFigure, formatOneDecimal } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useNow } from '@/lib/use-now.js';
import { desktopMessages } from '@/messages/install/desktop.js';
import { press } from '../engine/input.js';
import type { Desktop } from '../engine/iron.js';
import type { Meter } from '../engine/meter.js';
import { KEYS } from '../engine/scancodes.js';
import { SoftKeyboard } from './soft-keyboard.js';

export interface BarSettings {
  shared: boolean;
  characters: boolean;
  actualSize: boolean;
}

/** Toolbar of a desktop. Every control is a named button; the escape shortcut focuses the first. */
export function DesktopBar({
  ip,
  state,
  desktop,
  meter,
  settings,
  onSettings,
  waitingText,
  onSendClipboard,
  onTakeClipboard,
  onFullScreen,
  onToDesktop,
  onHide,
  onDisconnect,
  bar,
}: {
  ip: string;
  state: string;
  desktop: Desktop | null;
  meter: Meter;
  settings: BarSettings;
  onSettings: (change: Partial<BarSettings>) => void;
  /** Text copied in Windows waits for a click. */
  waitingText: boolean;
  onSendClipboard: () => void;
  onTakeClipboard: () => void;
  /** Absent if the browser does not support full screen. */
  onFullScreen?: () => void;
  onToDesktop: () => void;
  onHide: () => void;
  onDisconnect: () => void;
  bar: RefObject<HTMLDivElement | null>;
}) {
  const { bar: m, wayOutHelp } = t(desktopMessages);
  const off = !desktop;
  return (
    <div className="desktop-bar" role="group" aria-label={m.name} ref={bar}>
      <b className="desktop-name mono font-[560]">{ip}</b>
      <p className="desktop-state num">
        <span>{state}</span>
        {desktop && <DesktopTraffic meter={meter} />}
        {desktop && <span className="desktop-hint">{wayOutHelp}</span>}
      </p>
      <BarButton icon={MonitorDown} name={m.toDesktop} disabled={off} onPress={onToDesktop} />
      <Button
        variant="ghost"
        size="sm"
        disabled={off}
        onClick={() => desktop?.send(press(KEYS.control, KEYS.alt, KEYS.delete))}
      >
        {m.controlAltDelete}
      </Button>
      <BarButton
        icon={SquareArrowDownRight}
        name={m.windowsKey}
        disabled={off}
        onPress={() => desktop?.send(press(KEYS.windows))}
      />
      <SoftKeyboard desktop={desktop} />
      <BarButton
        icon={Languages}
        name={m.characters}
        pressed={settings.characters}
        onPress={() => onSettings({ characters: !settings.characters })}
      />
      <BarButton
        icon={ClipboardCheck}
        name={m.clipboard}
        pressed={settings.shared}
        disabled={off}
        onPress={() => onSettings({ shared: !settings.shared })}
      />
      {settings.shared && (
        <BarButton
          icon={ClipboardPaste}
          name={m.sendClipboard}
          disabled={off}
          onPress={onSendClipboard}
        />
      )}
      {waitingText && (
        <BarButton icon={ClipboardCopy} name={m.takeClipboard} onPress={onTakeClipboard} />
      )}
      <BarButton
        icon={Scaling}
        name={m.actualSize}
        pressed={settings.actualSize}
        onPress={() => onSettings({ actualSize: !settings.actualSize })}
      />
      {onFullScreen && <BarButton icon={Maximize} name={m.fullScreen} onPress={onFullScreen} />}
      <BarButton icon={ChevronUp} name={m.hide} onPress={onHide} />
      <Button variant="ghost" size="sm" onClick={onDisconnect}>
        <PlugZap className="ic ic-sm" />
        {m.disconnect}
      </Button>
    </div>
  );
}

function BarButton({
  icon: Icon,
  name,
  pressed,
  disabled,
  onPress,
}: {
  icon: LucideIcon;
  name: string;
  /** State of a toggle button; absent for other buttons. */
  pressed?: boolean;
  disabled?: boolean;
  onPress: () => void;
}) {
  return (
    <Button
      variant="ghost"
      size="sm"
      icon
      aria-label={name}
      title={name}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
    >
      <Icon className="ic ic-sm" />
    </Button>
  );
}

const KIB = 2 ** 10;
const MIB = 2 ** 20;

/** Response time and traffic, updated every second. Hidden from screen readers, which would announce every update. */
function DesktopTraffic({ meter }: { meter: Meter }) {
  const m = t(desktopMessages);
  useNow(1_000);
  const { response, toBrowser, toWindows } = meter;
  const size = (bytes: number) =>
    bytes < MIB
      ? m.kib(formatFigure(Math.round(bytes / KIB)))
      : m.mib(formatOneDecimal(bytes / MIB));
  return (
    <>
      {response !== null && <span title={m.responseHelp}>{m.response(response)}</span>}
      <span>{m.traffic(size(toBrowser), size(toWindows))}</span>
    </>
  );
}
