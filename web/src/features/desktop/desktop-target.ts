/** Windows machine to which the desktop view connects. */
export interface DesktopTarget {
  installId: string;
  /** Address and label. */
  ip: string;
  /** Default account for the sign-in. */
  account: string;
  /** Fetches the stored password; null if none is stored. */
  storedPassword: (() => Promise<string>) | null;
}

export interface DesktopViewProps {
  target: DesktopTarget;
  /** Whether Back was pressed while the desktop was open, so that the view asks for confirmation. */
  leaving: boolean;
  onCancelLeave: () => void;
  /** Reports whether leaving would end a session. */
  onBusy: (busy: boolean) => void;
  onClose: () => void;
}
