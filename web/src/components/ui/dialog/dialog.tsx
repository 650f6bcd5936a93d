import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button.js';
import { cn } from '@/components/ui/class-names.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { isLeftToDialog } from '@/lib/toast/escape.js';
import { returnFocus } from './focus-return.js';

export interface DialogProps {
  /** Called on X, Escape and clicks outside the dialog. */
  onClose?: () => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** Maximum width in pixels. */
  width?: number;
  /** Panel at the right edge of the screen, for everything about one row. */
  drawer?: boolean;
  /** Label of a long text. Its body becomes scrollable by keyboard under this name. */
  readable?: string;
  /** Disables X, Escape and clicks outside, so that the dialog's own buttons are the only way out. */
  locked?: boolean;
  /** A request is in flight whose response would be lost, so the dialog cannot be closed. */
  busy?: boolean;
}

/** Title, scrolling body, muted footer; a bottom sheet on a phone. */
export function Dialog(props: DialogProps) {
  const {
    onClose,
    title,
    description,
    children,
    footer,
    width = 520,
    drawer,
    locked,
    busy,
  } = props;
  const close = () => {
    if (!locked && !busy) onClose?.();
  };
  return (
    <Primitive.Root open onOpenChange={close}>
      <Primitive.Portal>
        <Primitive.Overlay className={cn('overlay', drawer && 'is-drawer')}>
          <Primitive.Content
            className={cn('dialog', locked && 'is-locked')}
            style={{ maxWidth: width }}
            {...(description ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={focusFirstControl}
            onKeyDown={({ nativeEvent }) => {
              if (isLeftToDialog(nativeEvent)) close();
            }}
            onCloseAutoFocus={returnFocus}
          >
            <div className="flex items-start gap-3 px-5 pt-4 pb-3">
              <div className="flex-1 min-w-0">
                <Primitive.Title className="text-lg wrap-break-word">{title}</Primitive.Title>
                {description && (
                  <Primitive.Description className="text-sm text-muted-foreground">
                    {description}
                  </Primitive.Description>
                )}
              </div>
              {!locked && (
                <Primitive.Close asChild>
                  <Button
                    variant="ghost"
                    size="sm"
                    icon
                    className="-my-1 -mr-1.5"
                    aria-label={t(commonMessages).close}
                    disabled={busy}
                  >
                    <X className="ic" />
                  </Button>
                </Primitive.Close>
              )}
            </div>
            <div
              className={cn('dialog-body scroll-area px-5 pb-5', drawer && 'flex-1')}
              {...(props.readable
                ? { tabIndex: 0, role: 'group', 'aria-label': props.readable }
                : {})}
            >
              {children}
            </div>
            {footer && (
              <div className="flex flex-wrap gap-2 justify-end px-5 py-3.5 border-t bg-muted max-sm:*:flex-1">
                {footer}
              </div>
            )}
          </Primitive.Content>
        </Primitive.Overlay>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/**
 * Focuses the first control in the body, or else the dialog itself. By default the X, which comes first, would have
 * the focus.
 */
function focusFirstControl(event: Event) {
  event.preventDefault();
  const content = event.target as HTMLElement;
  const control = content.querySelector<HTMLElement>(
    '.dialog-body input:not([disabled]), .dialog-body select, .dialog-body[tabindex]',
  );
  (control ?? content).focus();
}
