import { defineMessages } from '@/lib/messages.js';

/** Check my VPS, and its findings. */
export const vpsCheckMessages = defineMessages('vpsCheck', {
  title: 'Check of the VPS',
  loadFailed: 'The check could not be read',
  queued: 'Waiting for a worker.',
  checking: (ip: string) => `Checking ${ip}.`,
  stages: {
    connecting: 'Signing in as root.',
    examining: 'Looking at memory, disk, network and the way back.',
    measuring: 'Measuring how fast it reaches us.',
  },
  passed: (ip: string) => `${ip} is ready for Windows.`,
  speed: (rate: string, time: string) => `It fetches ${rate}: about ${time} for this version.`,
  noVersion: 'Choose a Windows version and check again to see how long it will take.',
  refused: (ip: string) => `Windows cannot be installed on ${ip} yet.`,
  refusedHelp: (n: number) =>
    n === 1
      ? 'One thing is in the way. Nothing was changed and no quota was used.'
      : `${n} things are in the way. Nothing was changed and no quota was used.`,
  failed: (ip: string) => `${ip} could not be checked.`,
  problems: 'What is in the way',
  passedOf: (n: number) => (n === 1 ? '1 check passed' : `${n} checks passed`),
  /** By the stable names of the preflight. */
  names: {
    root: 'Account',
    system: 'System',
    architecture: 'Processor',
    virtualisation: 'Virtualisation',
    kernel: 'Kernel',
    memory: 'Memory',
    firmware: 'Firmware',
    disk: 'Disk',
    'disk bus': 'Disk bus',
    'disk access': 'Disk access',
    'disk size': 'Disk size',
    start: 'Starts from its disk',
    network: 'Network',
    'network card': 'Network card',
    'boot once': 'Way to start our installer once',
    room: 'Free space',
    clock: 'Clock',
    service: 'Reaches this service',
    image: 'Image',
  },
});
