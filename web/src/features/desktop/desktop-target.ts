/** A customer's Windows, as the view knows it. */
export interface DesktopTarget {
  installId: string;
  ip: string;
  /** Who signs in, unless the user types another. */
  account: string;
  /** Fetches the password that is still stored; null where none is. */
  storedPassword: (() => Promise<string>) | null;
}

export interface DesktopViewProps {
  target: DesktopTarget;
  /** Back was pressed while the desktop is open: the view asks. */
  leaving: boolean;
  onStay: () => void;
  /** Leaving ends something from now on, or no more. */
  onBusy: (busy: boolean) => void;
  onClose: () => void;
}
