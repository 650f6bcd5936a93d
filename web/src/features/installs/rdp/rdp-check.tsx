import type { InstallRdp, RdpCheck as Answer } from '@casement/proto/http/install/rdp.js';
import { CircleX } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { HelpLink } from '@/components/installs/help-link.js';
import { Button } from '@/components/ui/button.js';
import { SecretField } from '@/components/ui/form/secret-field.js';
import { Note } from '@/components/ui/note.js';
import { t } from '@/messages/i18n.js';
import { failureText } from '@/lib/installs/failure-text.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { connectMessages } from '@/messages/install/connect.js';
import { useCheckRdp } from '../api.js';

/**
 * Rechecks an install with the password entered by its owner, if it was not verified or its certificate has
 * changed.
 */
export function RdpCheck({ id, onProven }: { id: string; onProven?: (rdp: InstallRdp) => void }) {
  const { check: m } = t(connectMessages);
  const check = useCheckRdp();
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const refused = answer && failureText(answer);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (check.isPending) return;
    if (!password) return setMissing(true);
    setAnswer(null);
    try {
      const result = await check.mutateAsync({ id, password });
      setPassword('');
      if (result.code !== 'RDP_PASSWORD_ACCEPTED' || !result.rdp) return setAnswer(result);
      setOpen(false);
      onProven?.(result.rdp);
    } catch (error) {
      toastFailure(m.failed, error);
    }
  };

  if (!open) {
    return (
      <div className="mt-2">
        <Button size="sm" onClick={() => setOpen(true)}>
          {m.open}
        </Button>
      </div>
    );
  }
  return (
    <form noValidate className="grid gap-2 mt-3" onSubmit={(event) => void submit(event)}>
      <SecretField
        label={m.password}
        help={m.help}
        error={missing ? m.required : undefined}
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={({ target }) => {
          setPassword(target.value);
          setMissing(false);
        }}
      />
      <Button type="submit" size="sm" className="w-fit" busy={check.isPending}>
        {m.submit}
      </Button>
      {refused && (
        <Note tone="danger" icon={CircleX} alert>
          <b className="font-[600]">{refused.message}</b> {refused.cure}{' '}
          <HelpLink code={answer.code} about={refused.message} />
        </Note>
      )}
    </form>
  );
}
