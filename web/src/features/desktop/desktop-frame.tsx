import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { returnFocus } from '@/components/ui/dialog/focus-return.js';
import { t } from '@/messages/i18n.js';
import { desktopMessages } from '@/messages/install/desktop.js';
import './desktop.css';

/** Fills the window above the dashboard. Escape belongs to Windows and does not close it. */
export function DesktopFrame({ ip, children }: { ip: string; children: ReactNode }) {
  return (
    <Primitive.Root open>
      <Primitive.Portal>
        <Primitive.Content
          className="desktop"
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={returnFocus}
        >
          <Primitive.Title className="sr-only">{t(desktopMessages).title(ip)}</Primitive.Title>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** Panel shown in place of a desktop. */
export const FramedPanel = ({ ip, children }: { ip: string; children: ReactNode }) => (
  <DesktopFrame ip={ip}>
    <div className="desktop-stage">
      <div className="desktop-panel">{children}</div>
    </div>
  </DesktopFrame>
);
