import { EngineError } from '../../failures/engine-error.js';
import type { FailureCode } from '@casement/proto/texts/failures.js';
import { withExaminedLinux, type Step } from '../context.js';
import { planOf } from './prepare.js';

/** Makes the boot loader or the kernel start the stage exactly once. */
export const arm: Step = (context) =>
  withExaminedLinux(context, async (linux) => {
    const { kernel, boot } = planOf(context);
    const stage = context.state.stagePath ?? '';
    const failure = {
      code: 'BOOT_ONCE_FAILED' as const,
      what: 'preparing the restart',
      timeoutMs: 2 * 60_000,
    };
    const common = { KERNEL_IMAGE: kernel.image, STAGE: stage, ARGS: kernel.args };
    if (boot.grub) {
      const { dir, reboot } = boot.grub;
      await linux.change('boot-grub', { ...common, GRUB_DIR: dir, GRUB_REBOOT: reboot }, failure);
    } else {
      await linux.change(
        'boot-kexec',
        { ...common, SIGNED: boot.signedOnly ? 'yes' : 'no' },
        failure,
      );
    }
    return { next: 'restart' };
  });

/** Connection failures of a machine that is shutting down. Accepted only after a restart may have been sent. */
const GOING_DOWN: readonly FailureCode[] = [
  'SSH_TIMEOUT',
  'SSH_REFUSED',
  'SSH_UNREACHABLE',
  'SSH_SILENT',
  'SSH_LOST',
  'SSH_HANDSHAKE_FAILED',
  'SSH_CLOSED',
  // A server that ends in the middle of the exchange can send a packet that ssh2 cannot read. A banner that is really
  // too long is refused by the check.
  'SSH_BANNER_TOO_LONG',
  'REMOTE_FAILED',
];

/**
 * Restarts the VPS into the stage. If the VPS is already unreachable, the check-in step finds out whether the stage
 * started. `restartSent` is stored first, so that a VPS that refuses a connection for another reason (a limit, a
 * firewall) is retried.
 */
export const restart: Step = async (context) => {
  const { way } = planOf(context).boot;
  if (!context.state.restartSent) {
    await withExaminedLinux(context, () => Promise.resolve());
    return { nextRunInMs: 0, learned: { restartSent: true } };
  }
  try {
    await withExaminedLinux(context, (linux) =>
      linux.change(
        'restart',
        { WAY: way },
        { code: 'REBOOT_FAILED', what: 'requesting the restart', timeoutMs: 60_000 },
      ),
    );
  } catch (error) {
    if (!(error instanceof EngineError && GOING_DOWN.includes(error.code))) throw error;
  }
  return { next: 'check-in' };
};
