import { CircleCheck, CircleX, Info, X } from 'lucide-react';
import { Toast as Primitive } from 'radix-ui';
import { Button, ButtonLink } from '@/components/ui/button.js';
import { leaveToDialog } from '@/lib/toast/escape.js';
import { TOAST_DURATION_MS, TOAST_SWIPE_THRESHOLD_PX } from '@/config/limits.js';
import { t } from '@/messages/i18n.js';
import { dismissToast, useToasts, type ToastTone } from '@/lib/toast/toast.js';
import { commonMessages } from '@/messages/common.js';

const STYLES = {
  success: { tone: 't-success', Icon: CircleCheck },
  destructive: { tone: 't-danger', Icon: CircleX },
  info: { tone: 't-info', Icon: Info },
} satisfies Record<ToastTone, unknown>;

/** Shows toasts. Swipe right, Escape outside of a dialog, or the close button dismisses them; F8 moves the focus here (SPEC §9). */
export default function Toaster() {
  const m = t(commonMessages);
  const toasts = useToasts();
  return (
    <Primitive.Provider
      duration={TOAST_DURATION_MS}
      swipeDirection="right"
      swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}
    >
      {toasts.map(({ id, open, title, description, tone = 'info', links = [] }) => {
        const { tone: colour, Icon } = STYLES[tone];
        return (
          <Primitive.Root
            key={id}
            className={`toast ${colour}`}
            open={open}
            onEscapeKeyDown={leaveToDialog}
            onOpenChange={(next) => {
              if (!next) dismissToast(id);
            }}
          >
            <Icon className="ic mt-0.5" style={{ color: 'var(--c)' }} />
            <div className="flex-1 min-w-0">
              <Primitive.Title className="font-[600] text-sm">{title}</Primitive.Title>
              {description && (
                <Primitive.Description className="text-sm text-muted-foreground wrap-break-word">
                  {description}
                </Primitive.Description>
              )}
              {links.length > 0 && (
                <div className="flex flex-wrap gap-2 mt-2">
                  {links.map(({ label, name, to }, i) => (
                    <Primitive.Action key={to} asChild altText={name}>
                      <ButtonLink
                        size="sm"
                        variant={i === 0 ? 'primary' : 'outline'}
                        aria-label={name}
                        to={to}
                      >
                        {label}
                      </ButtonLink>
                    </Primitive.Action>
                  ))}
                </div>
              )}
            </div>
            <Primitive.Close asChild>
              <Button variant="ghost" size="sm" icon className="size-7!" aria-label={m.close}>
                <X className="ic ic-sm" />
              </Button>
            </Primitive.Close>
          </Primitive.Root>
        );
      })}
      <Primitive.Viewport
        className="toast-viewport"
        hotkey={['F8']}
        label={m.notifications('{hotkey}')}
      />
    </Primitive.Provider>
  );
}
