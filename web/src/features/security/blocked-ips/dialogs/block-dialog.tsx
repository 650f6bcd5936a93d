import { BLOCK_MINUTES } from '@casement/proto/http/security/security-limits.js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { TextArea } from '@/components/ui/form/text-area.js';
import { messageOf } from '@/lib/api/api-error.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { useDraft } from '@/lib/form/use-draft.js';
import { t } from '@/messages/i18n.js';
import { withToast, toastInvalid } from '@/lib/toast/toast-failure.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { isOwnAddress, useBlockIp, type Block } from '../api.js';
import { OwnAddressDialog } from './own-address-dialog.js';

interface BlockValues {
  ip: string;
  /** Text as typed. */
  duration: string;
  reason: string;
}

const resolver = schemaResolver<BlockValues>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/security/blocks.js'))).blockIpForm,
);

/** SPEC §5: 60 if blank or not a number. */
const minutesOf = (typed: string): number =>
  typed.trim() === '' || Number.isNaN(Number(typed)) ? BLOCK_MINUTES.fallback : Number(typed);

/** Blocks an address temporarily. The administrator's own address requires a second confirmation. */
export default function BlockDialog({
  ip = '',
  reason = '',
  onClose,
}: {
  ip?: string;
  reason?: string;
  onClose: () => void;
}) {
  const { blockDialog: m } = t(securityMessages);
  const block = useBlockIp();
  const [own, setOwn] = useState<{ block: Block; message: string } | null>(null);
  const form = useForm<BlockValues>({
    resolver,
    mode: 'onTouched',
    defaultValues: { ip, duration: String(BLOCK_MINUTES.fallback), reason },
  });
  useDraft(`block-${ip}`, form, ['ip', 'duration', 'reason'], { closes: true });
  const { errors, isSubmitting } = form.formState;

  const submit = async (values: BlockValues) => {
    const wanted = {
      ip: values.ip.trim(),
      duration: minutesOf(values.duration),
      reason: values.reason.trim(),
    };
    const sent = block.mutateAsync(wanted);
    const problem: unknown = await sent.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (isOwnAddress(problem)) {
      setOwn({ block: wanted, message: messageOf(problem, m.own) });
      return;
    }
    showProblems(problem, ['ip', 'duration', 'reason'], form.setError);
    const done = () => ({
      title: m.blocked,
      description: m.blockedHelp(wanted.ip, wanted.duration),
    });
    if (await withToast(sent, { done, failed: m.failed })) onClose();
  };

  if (own) return <OwnAddressDialog {...own} onClose={onClose} />;
  return (
    <FormDialog
      title={m.title}
      description={m.lead}
      width={460}
      submit={m.submit}
      variant="destroy"
      pending={isSubmitting}
      onSubmit={form.handleSubmit(submit, toastInvalid)}
      onClose={onClose}
    >
      <TextField
        label={m.ip}
        help={m.ipHelp}
        error={errors.ip?.message}
        mono
        autoComplete="off"
        maxLength={64}
        {...form.register('ip')}
      />
      <TextField
        label={m.duration}
        help={m.durationHelp}
        error={errors.duration?.message}
        type="number"
        inputMode="numeric"
        min={BLOCK_MINUTES.least}
        max={BLOCK_MINUTES.most}
        step={1}
        {...form.register('duration', {
          onBlur: ({ target }) =>
            form.setValue('duration', String(minutesOf((target as HTMLInputElement).value))),
        })}
      />
      <TextArea
        label={m.reason}
        error={errors.reason?.message}
        maxLength={500}
        {...form.register('reason')}
      />
    </FormDialog>
  );
}
