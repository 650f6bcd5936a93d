export const CONTRACT = {
  TABLE: {
    ok: 'It has a partition table ({kind}, {count} partitions).',
    refused: 'It has no partition table.',
    cure: 'Capture an image of the whole disk, not of a single partition.',
  },
  WHOLE: {
    ok: 'All partitions are inside the image.',
    refused: 'Partition {number} extends beyond the end of the image.',
    cure: 'Copy the whole disk again; the file is probably truncated.',
  },
  WINDOWS: {
    ok: 'Windows is on partition {number}.',
    refused: 'No NTFS partition has \\Windows\\System32\\ntoskrnl.exe.',
    cure: 'Install Windows on the disk before you capture the image.',
  },
  REGISTRY: {
    ok: 'It has a registry.',
    refused: '\\Windows\\System32\\config\\SYSTEM cannot be used: {why}.',
    cure: 'Copy the whole disk again. Windows files are listed, but their content is missing or damaged.',
  },
  C_LAST: {
    ok: 'C: is the last partition, so it can grow.',
    refused:
      'Another partition follows C:, so C: cannot be extended and could be mistaken for another partition.',
    cure: 'Delete the recovery partition after C: (diskpart, delete partition override), or install with the partitions from the recipe.',
  },
  CONSISTENT: {
    ok: 'Its file system is consistent.',
    refused: 'The file system of C: is inconsistent: {why}.',
    cure: 'Boot it once, run chkdsk C: /f, shut it down and capture the image again.',
  },
  CLEAN: {
    ok: 'C: was unmounted cleanly.',
    refused: 'C: was not unmounted cleanly.',
    cure: 'Boot it once, shut it down completely (shutdown /s /t 0) and capture the image again.',
  },
  AWAKE: {
    ok: 'It is not hibernated.',
    refused: 'It is hibernated, so data written to C: would be lost.',
    cure: 'Boot it, turn off hibernation (powercfg /h off), shut it down and capture the image again.',
  },
  STATE: {
    ok: 'It is generalised ({state}).',
    warning: 'It is already configured ({state}), so all machines made from it share one identity.',
    refused: 'Its setup stopped at {state} and cannot continue.',
    cure: 'Run sysprep /generalize /oobe /shutdown as the last step, then capture the image.',
  },
  STORAGE_DRIVERS: {
    ok: 'It has the drivers for virtio disks (viostor, vioscsi).',
    warning:
      'These drivers for virtio disks are not loaded at boot: {idle}. A VPS with such a disk is rejected.',
    refused: 'Drivers for virtio disks are missing: {missing}.',
    cure: 'Install virtio-win (virtio-win-guest-tools) before sysprep.',
  },
  DRIVER_RELEASE: {
    ok: 'The drivers for virtio disks are of virtio-win 0.1.{release}.',
    warning:
      'The drivers for virtio disks are of virtio-win 0.1.{release}, which is known to hang under load.',
    cure: 'Install virtio-win 0.1.266 or newer before sysprep.',
  },
  NETWORK_DRIVER: {
    ok: 'It has the driver for virtio network cards (netkvm).',
    refused: 'The driver for virtio network cards is missing: netkvm.sys.',
    cure: 'Install virtio-win (virtio-win-guest-tools) before sysprep.',
  },
  DRIVERS: {
    ok: 'Drivers that Windows can use: {drivers}. A VPS whose disk or network card needs another driver is rejected.',
    warning: 'Its drivers are unknown: {why}. Only a VPS with a virtio network card is accepted.',
    cure: 'Boot it once, shut it down completely (shutdown /s /t 0) and capture the image again.',
  },
  LOADER: {
    ok: 'Its boot loader is where the firmware expects it ({path}).',
    refused: 'Its boot loader is not where {firmware} expects it: {path} is missing.',
    cure: 'Repair it with bcdboot C:\\Windows /f ALL, which writes that file too.',
  },
  PRODUCT_KEY: {
    ok: 'Its product key lets Windows run set-up scripts.',
    warning:
      'It has an OEM product key, with which Windows does not run our set-up script (SetupComplete.cmd), so an install would not end.',
    cure: 'Install it with a retail or volume licence key (slmgr /ipk) before sysprep.',
  },
  ANSWERS: {
    ok: 'It contains no answer file of its own.',
    warning: '{path} is still in the image; the install replaces it with its own.',
    cure: 'Delete it before you capture the image, especially if it contains a password.',
  },
} as const satisfies Record<
  string,
  { ok: string; warning?: string; refused?: string; cure: string }
>;

export type FindingCode = keyof typeof CONTRACT;
/** `skipped` means that the check does not apply to this image. */
type FindingResult = 'ok' | 'warning' | 'refused' | 'skipped';

export interface Finding {
  code: FindingCode;
  result: FindingResult;
  message: string;
  cure: string | null;
}

export function finding(
  code: FindingCode,
  result: Exclude<FindingResult, 'skipped'>,
  values: Record<string, string | number> = {},
): Finding {
  const texts: { ok: string; warning?: string; refused?: string; cure: string } = CONTRACT[code];
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  const message = fill(texts[result] ?? texts.ok);
  return { code, result, message, cure: result === 'ok' ? null : fill(texts.cure) };
}

export const skipped = (code: FindingCode, why: string): Finding => ({
  code,
  result: 'skipped',
  message: why,
  cure: null,
});

export const UNKNOWABLE = [
  'that the drivers load on the customer’s machine, signed for this edition',
  'that Windows accepts the answer file and finishes its set-up',
  'that the edition is licensed and can be activated',
  'that Remote Desktop answers: only a conversion proves that',
] as const;
