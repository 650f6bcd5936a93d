import { useId, type FormEvent } from 'react';
import { Button, type ButtonLook } from '@/components/ui/button.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { Dialog, type DialogProps } from './dialog.js';

interface FormDialogProps extends Omit<DialogProps, 'onClose' | 'footer' | 'locked' | 'busy'> {
  /** The name of the button that sends. */
  submit: string;
  variant?: ButtonLook['variant'];
  /** The name of the button that only closes, where `Cancel` could be taken for the thing itself. */
  dismiss?: string;
  /** Nothing can be sent as it stands. */
  disabled?: boolean;
  /** It was sent: until the answer is there, nothing is sent again and nothing closes the dialog. */
  pending: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<unknown>;
  onClose: () => void;
}

/** A dialog that sends something: its body is a form, its footer Cancel and the button that sends. */
export function FormDialog({
  submit,
  variant = 'primary',
  dismiss = t(commonMessages).cancel,
  disabled,
  pending,
  onSubmit,
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      {...dialog}
      busy={pending}
      footer={
        <>
          <Button disabled={pending} onClick={dialog.onClose}>
            {dismiss}
          </Button>
          <Button type="submit" form={id} variant={variant} disabled={disabled || pending}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending && !disabled) void onSubmit(event);
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
