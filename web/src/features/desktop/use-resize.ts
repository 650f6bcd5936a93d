import { useEffect, type RefObject } from 'react';
import type { Desktop } from './engine/iron.js';
import { desktopSize } from './engine/size.js';

/** Delay after the last change, because Windows rearranges its windows each time. */
const SETTLED_MS = 300;

/** Resizes the desktop with its area if Windows supports it. */
export function useResize(container: RefObject<HTMLElement | null>, desktop: Desktop | null): void {
  useEffect(() => {
    const element = container.current;
    if (!element || !desktop) return;
    const wanted = () => desktopSize(element.getBoundingClientRect(), window.devicePixelRatio);
    let last = JSON.stringify(wanted());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const size = wanted();
        if (JSON.stringify(size) === last) return;
        last = JSON.stringify(size);
        desktop.resize(size);
      }, SETTLED_MS);
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [container, desktop]);
}
