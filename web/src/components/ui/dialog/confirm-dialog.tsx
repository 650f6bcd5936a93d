import { FormDialog } from './form-dialog.js';

/** Confirmation before a removal. */
export default function ConfirmDialog({
  title,
  question,
  submit,
  pending,
  onConfirm,
  onClose,
}: {
  title: string;
  question: string;
  submit: string;
  pending: boolean;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  return (
    <FormDialog
      title={title}
      width={440}
      submit={submit}
      variant="destroy"
      pending={pending}
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <p className="text-muted-foreground wrap-anywhere">{question}</p>
    </FormDialog>
  );
}
