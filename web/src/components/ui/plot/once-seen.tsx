import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';

/** Keeps the height of a part, whose code is fetched only once its place is seen. */
export function OnceSeen({ height, children }: { height: string; children: ReactNode }) {
  const [seen, setSeen] = useState(() => !('IntersectionObserver' in window));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current || seen) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [seen]);
  const empty = <div ref={place} style={{ height }} />;
  return seen ? <Suspense fallback={empty}>{children}</Suspense> : empty;
}
