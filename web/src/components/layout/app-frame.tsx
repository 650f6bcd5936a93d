import { Suspense, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { ErrorBoundary } from '@/components/ui/feedback/error-boundary.js';
import { usePrefetchToaster } from '@/components/ui/feedback/toast-host.js';
import { usePageTitle } from '@/lib/navigation/page-title.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import '@/styles/panel.css';

/** Frame of a screen with sections: sidebar, header, and the current section in an error boundary. */
export function AppFrame({
  section,
  title,
  sidebar,
  topbar,
  banner,
  children,
}: {
  section: string;
  title: string;
  sidebar: ReactNode;
  topbar: ReactNode;
  /** Shown above every section. */
  banner: ReactNode;
  children: ReactNode;
}) {
  const main = useRef<HTMLElement>(null);
  usePageTitle(title);
  usePrefetchToaster();

  // Scrolls a new section to its top and moves the focus there. Runs before the section's own effects, which may
  // scroll further.
  const previousSection = useRef(section);
  useLayoutEffect(() => {
    if (previousSection.current === section) return;
    previousSection.current = section;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [section]);

  return (
    <div className="flex min-h-dvh">
      <SkipLink onSkip={() => main.current?.focus()} />
      {sidebar}
      <div className="flex-1 min-w-0 flex flex-col">
        {topbar}
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="flex-1 px-4 lg:px-8 py-5 lg:py-6 w-full max-w-[1200px] outline-none!"
        >
          <ErrorBoundary>
            <Suspense fallback={null}>{banner}</Suspense>
          </ErrorBoundary>
          <ErrorBoundary key={section}>
            <Suspense fallback={null}>{children}</Suspense>
          </ErrorBoundary>
        </main>
      </div>
    </div>
  );
}

/** Visible only while it has the focus. Styled here because the screen's CSS budget has no room for it. */
function SkipLink({ onSkip }: { onSkip: () => void }) {
  const [focused, setFocused] = useState(false);
  return (
    <a
      href="#main"
      className={focused ? 'btn btn-primary' : 'sr-only'}
      style={focused ? { position: 'fixed', zIndex: 50, top: 8, left: 8 } : undefined}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onClick={(event) => {
        // The router would take the fragment for another place.
        event.preventDefault();
        onSkip();
      }}
    >
      {t(commonMessages).skip}
    </a>
  );
}
