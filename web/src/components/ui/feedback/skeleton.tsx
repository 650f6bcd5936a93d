import { useEffect, useState, type CSSProperties, type ReactNode } from 'react';

const DELAY_MS = 150;

export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return <span className={`skel block ${className ?? ''}`} style={style} />;
}

/** Shows its content after 150 ms, since fast responses need no placeholder. Reserves the space until then. */
export function DelayedPlaceholder({ label, children }: { label: string; children: ReactNode }) {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={label} className={visible ? undefined : 'invisible'}>
      {children}
    </div>
  );
}

/**
 * Table rows in their final height. Their widths are only a flex basis, so that they do not widen the frame on a
 * phone.
 */
export function RowsSkeleton({ label, rows = 6 }: { label: string; rows?: number }) {
  return (
    <DelayedPlaceholder label={label}>
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className="flex items-center gap-4 h-[38px] px-4 border-b last:border-0">
          <Skeleton className="h-3" style={{ flexBasis: 88 + ((i * 13) % 24) }} />
          <Skeleton className="h-3" style={{ flexBasis: 112 + ((i * 17) % 32) }} />
          <Skeleton className="h-[22px] ml-auto" style={{ flexBasis: 70 + ((i * 7) % 20) }} />
        </div>
      ))}
    </DelayedPlaceholder>
  );
}
