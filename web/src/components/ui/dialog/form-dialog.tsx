import { useId, type FormEvent } from 'react';
import { Button, type ButtonStyle } from '@/components/ui/button.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { Dialog, type DialogProps } from './dialog.js';

interface FormDialogProps extends Omit<DialogProps, 'onClose' | 'footer' | 'locked' | 'busy'> {
  submit: string;
  variant?: ButtonStyle['variant'];
  /** Label of the button that only closes, if `Cancel` could be mistaken for the action itself. */
  dismiss?: string;
  /** Disables the submit button. */
  disabled?: boolean;
  /** Submitted: until the response arrives, the dialog neither resubmits nor closes. */
  pending: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<unknown>;
  onClose: () => void;
}

/** A dialog that is a form, with Cancel and submit buttons in its footer. */
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
