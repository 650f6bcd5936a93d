import { useState } from 'react';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { adminTwoFactorMessages } from '@/messages/admin/users/admin-two-factor.js';
import { useTestTwoFactor } from '../api.js';
import { isCompleteCode } from '../code.js';
import { AppCodeField } from './app-code-field.js';

export default function TestCodeDialog({ onClose }: { onClose: () => void }) {
  const m = t(adminTwoFactorMessages);
  const [code, setCode] = useState('');
  const test = useTestTwoFactor();

  const submit = async () => {
    if (!isCompleteCode(code)) return;
    const done = () => ({ title: m.testRight, description: m.testRightHelp });
    if (await withToast(test.mutateAsync({ code }), { done, failed: m.testFailed })) onClose();
    else setCode('');
  };

  return (
    <FormDialog
      title={m.testTitle}
      description={m.testLead}
      width={440}
      submit={m.test}
      pending={test.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <AppCodeField value={code} onValueChange={setCode} />
    </FormDialog>
  );
}
