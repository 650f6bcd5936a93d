import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { Button } from '@/components/ui/button.js';
import { CommandLine } from '@/components/ui/command-line.js';
import { useHistoryDialog } from '@/lib/navigation/history-state.js';
import { t } from '@/messages/i18n.js';
import { returnToLinuxMessages } from '@/messages/install/return-to-linux.js';

/** Opens the dialog that the dashboard renders. */
export function ReturnToLinuxButton({ id }: Pick<InstallRecord, 'id'>) {
  const { open } = useHistoryDialog<string>('linux');
  return <Button onClick={() => open(id)}>{t(returnToLinuxMessages).action}</Button>;
}

/** Command and host key for a machine that returned to Linux. */
export function SshAccess({ ip, status, ssh }: Pick<InstallRecord, 'ip' | 'status' | 'ssh'>) {
  const m = t(returnToLinuxMessages);
  if (!ssh || (status !== 'completed' && status !== 'manual_review')) return null;
  const { user, port, host_key, proof } = ssh;
  const command = ['ssh', ...(port === 22 ? [] : ['-p', port]), `${user}@${ip}`].join(' ');
  return (
    <section className="mt-5 text-sm">
      <h3 className="font-[600] mb-1">{m.connect}</h3>
      <p>{proof ? m.proofs[proof] : m.reviewHelp}</p>
      <CommandLine command={command} label={m.command} />
      <p className="mt-3">{m.hostKey}</p>
      <CommandLine command={host_key} label={m.hostKey} />
      <p className="text-muted-foreground mt-1">{m.hostKeyHelp}</p>
    </section>
  );
}
