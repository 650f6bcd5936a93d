import type { CertificationReport } from '@casement/proto/http/install/windows/certifications.js';
import type { FactsAnswer } from '@casement/windows-image/certify/facts.js';
import { readFacts, readSettings } from '@casement/windows-image/certify/facts.js';
import { evaluate } from '@casement/windows-image/certify/evaluate.js';
import {
  CONVERT_SETTINGS,
  type ConvertSettings,
} from '@casement/install-engine/convert/settings.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import type { ImageManifest } from '@casement/windows-image/store/manifest.js';
import { loadToolkit } from '@casement/install-engine/stage/toolkit.js';
import { windowsSettings, type WindowsChoices } from '@casement/install-engine/windows/settings.js';
import { strongPassword } from '@casement/install-engine/windows/unattend.js';
import { runConversion } from '../conversion.js';
import { settingsWith } from '../limits.js';
import { LabMachine, type LabMachineOptions } from './lab-machine.js';
import type { CertifyOptions } from './options.js';
import { Screenshots } from './screenshots.js';

const GIB = 2 ** 30;
const MACHINE = { name: 'certify', rootPassword: 'Lab-Pass-1' };
/** Unused disk space behind the image. Shows whether Windows extends C:. */
const ROOM = 2 * GIB;
const SMALLEST_DISK = 4 * GIB;
const MEMORY = 2 * GIB;
/** Maximum time between the first response of Windows and its report, which is sent last. */
const REPORT_WITHIN_MS = 10 * 60_000;
/** Windows asks every ten minutes whether the install has ended, and then removes the boot guard. */
const GUARD_REMOVED_WITHIN_MS = 25 * 60_000;
/** An emulated Windows may take hours to start. */
const EMULATED_START_MS = 4 * 60 * 60_000;

/** Network of QEMU and its name server, as seen from the VPS. */
const QEMU_NETWORK = '10.0.2.0/24';
const NETWORK = { dns: ['10.0.2.3'] };
/**
 * Settings whose outcomes the report lists. It leaves out what happens after the proof (licence key, script, recovery
 * system), and the manual address, which QEMU's network would not route.
 */
const CHOICES: WindowsChoices = {
  time_zone: 'Asia/Jakarta',
  keyboard: '0000040c',
  region: 'id-ID',
  computer_name: 'CERTIFY',
  account_name: 'casement',
  account_group: 'users',
  networks: [QEMU_NETWORK],
  ...NETWORK,
  ipv6: false,
};

export interface CertifiedImage {
  sha256: string;
  manifest: ImageManifest;
  store: ChunkStore;
}

export function machineFor(
  { manifest }: CertifiedImage,
  { address, port, memory }: CertifyOptions,
  kvm: boolean,
): LabMachineOptions {
  const { firmware, rawSize, minDisk, minMemory } = manifest;
  const needed = Math.max(rawSize + ROOM, minDisk, SMALLEST_DISK);
  return {
    name: MACHINE.name,
    address,
    port,
    firmware,
    diskSize: Math.ceil(needed / GIB) * GIB,
    memorySize: memory ?? Math.max(MEMORY, minMemory),
    kvm,
  };
}

/** @throws Error if the lab's VPS cannot be booted, or the reason of `signal`. Neither is a verdict on the image. */
export async function certify(
  image: CertifiedImage,
  options: CertifyOptions,
  kvm: boolean,
  signal: AbortSignal,
): Promise<CertificationReport> {
  const toolkit = await loadToolkit(options.toolkit);
  const startedAt = new Date();
  const machineOptions = machineFor(image, options, kvm);
  const machine = await LabMachine.boot(machineOptions);
  const screenshots = new Screenshots((phase) => machine.screenshot(phase));
  const reported: { facts: FactsAnswer; settings: string[] | null } = {
    facts: { problem: 'it never reported itself' },
    settings: null,
  };
  const { languages } = image.manifest;
  const display_language = languages?.at(-1);
  const secrets = { accountPassword: strongPassword(), productKey: null, script: null };
  let guardRemoved: boolean | null = null;
  try {
    const { address: host, port, guard } = options;
    const { state, agent, phases, recovery } = await runConversion({
      images: image.store,
      toolkit,
      imageSha256: image.sha256,
      settings: settingsWith(options.limit, limitsFor(kvm)),
      host,
      port,
      ssh: { port, user: 'root' },
      boot: 'auto',
      allowed: [`${host}/32`],
      listen: '127.0.0.1:0',
      agentUrl: 'http://10.0.2.2:{port}',
      credentials: { password: MACHINE.rootPassword, key: null },
      rdpPassword: strongPassword(),
      network: NETWORK,
      windows: () =>
        windowsSettings(
          null,
          { ...CHOICES, ...(display_language && { display_language }) },
          secrets,
          [],
        ),
      guard,
      facts: true,
      reportWithinMs: REPORT_WITHIN_MS,
      onWindowsUp: (form) => {
        reported.facts = readFacts(form['facts']);
        reported.settings = readSettings(form['settings']);
      },
      onEnd: async ({ status }) => {
        if (!guard || status !== 'completed') return;
        guardRemoved = await machine.isGuardRemoved(GUARD_REMOVED_WITHIN_MS, signal);
      },
      onProgress: ({ phase }) => (screenshots.phase = phase),
      signal,
    });
    return {
      format: 'casement-certification/1',
      manifest_sha256: image.sha256,
      ...evaluate({
        state,
        agent,
        port,
        facts: reported.facts,
        settings: reported.settings,
        guard: guard
          ? {
              installed: agent.guarded === true,
              lostAtStart: recovery?.starts ?? null,
              removed: guardRemoved,
            }
          : null,
      }),
      started_at: startedAt.toISOString(),
      finished_at: new Date().toISOString(),
      machine: {
        accelerator: kvm ? 'kvm' : 'emulation',
        firmware: machineOptions.firmware,
        disk_size: machineOptions.diskSize,
        memory_size: machineOptions.memorySize,
      },
      image: {
        raw_size: image.manifest.rawSize,
        min_disk: image.manifest.minDisk,
        min_memory: image.manifest.minMemory,
        ...(languages && { languages }),
      },
      phases: [...phases].map(([name, seconds]) => ({ name, seconds })),
      facts: 'facts' in reported.facts ? reported.facts.facts : null,
      settings: reported.settings,
      screenshots: await screenshots.end(),
    };
  } finally {
    await screenshots.end();
    await machine.stop();
  }
}

function limitsFor(kvm: boolean): ConvertSettings {
  const { signIn, limits } = CONVERT_SETTINGS;
  return {
    ...CONVERT_SETTINGS,
    signIn: { ...signIn, accountNameWaitMs: REPORT_WITHIN_MS },
    limits: { ...limits, ...(!kvm && { start: { ...limits.start, ms: EMULATED_START_MS } }) },
  };
}
