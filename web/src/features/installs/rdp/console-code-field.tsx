import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from '@/components/ui/form/field.js';
import { t } from '@/messages/i18n.js';
import { bootGuardMessages } from '@/messages/install/boot-guard.js';

/** Field for the code that the recovery system shows on the VPS's console. */
export function ConsoleCodeField({
  error,
  ...input
}: UseFormRegisterReturn & { error: string | undefined }) {
  const { code, codeHelp } = t(bootGuardMessages).again;
  return (
    <TextField
      label={code}
      help={codeHelp}
      error={error}
      mono
      autoComplete="off"
      autoCapitalize="characters"
      maxLength={12}
      {...input}
    />
  );
}
