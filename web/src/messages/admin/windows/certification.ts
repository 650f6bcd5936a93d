import { defineMessages } from '@/messages/i18n.js';

export const certificationMessages = defineMessages('certification', {
  term: 'Certification',
  states: { certified: 'Certified', failed: 'Not certified', none: 'Not certified' },
  certifiedOn: (when: string) => `Certified on ${when}`,
  failedOn: (when: string) => `Failed on ${when}`,
  never: 'No report yet',
  warning:
    'This image isn’t certified because no test VPS has been converted with it. Run certify-image before customers install it.',
  failedWarning: 'This image failed certification.',
  report: 'Report',
  title: (name: string) => `Certification of ${name}`,
  loadFailed: 'Failed to load the report',
  loading: 'Loading the report',
  results: { ok: 'Passed', warning: 'Warning', failed: 'Failed', skipped: 'Skipped' },
  skipped: 'Not checked because the certification stopped early.',
  machine: 'Test VPS',
  machineOf: (memory: string, disk: string, how: string) =>
    `${memory} memory, ${disk} disk, ${how}`,
  accelerators: { kvm: 'KVM', emulation: 'emulated' },
  image: 'Image',
  console: (phase: string) => `Console: ${phase}`,
});
