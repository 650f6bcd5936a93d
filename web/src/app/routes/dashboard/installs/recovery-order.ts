/** Props of a dialog that orders an install from a recovery system. */
export interface RecoveryOrderProps {
  quota: number;
  /** Query key of the quota, which is stale after a start. */
  quotaKey: readonly unknown[];
  onStarted: () => void;
  onClose: () => void;
}
