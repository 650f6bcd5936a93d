import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { returnFocus } from '@/components/ui/dialog/focus-return.js';
import { t } from '@/messages/i18n.js';
import { desktopMessages } from '@/messages/install/desktop.js';
import './desktop.css';

/** The whole window, over the dashboard. Escape is Windows', and leads nowhere else either. */
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

/** A panel in the place of a desktop. */
export const FramedPanel = ({ ip, children }: { ip: string; children: ReactNode }) => (
  <DesktopFrame ip={ip}>
    <div className="desktop-stage">
      <div className="desktop-panel">{children}</div>
    </div>
  </DesktopFrame>
);
