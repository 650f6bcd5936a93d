import { defineMessages } from '@/messages/i18n.js';

/** Connection to the new Windows, in addition to the specification's texts (install.ts). */
export const connectMessages = defineMessages('connect', {
  completed: (version: string, at: string) => `${version}, completed ${at}`,
  secondsAgo: (n: number) => `${n} s ago`,
  accepted: 'Your RDP password works',
  acceptedHelp: (ago: string) => `Checked ${ago}, without opening a session.`,
  answered: (ago: string) => `Remote desktop responded ${ago}`,
  answeredHelp: 'Your password wasn’t checked because this Windows image doesn’t support it.',
  unproven: 'Your RDP password hasn’t been checked yet',
  unprovenHelp: 'This install completed without checking your password.',
  check: {
    open: 'Check again',
    help: 'Enter your RDP password. We try it once and don’t store it.',
    password: 'RDP password',
    required: 'RDP password is required',
    submit: 'Check password',
    failed: 'Check failed',
  },
  security: 'Security',
  certificate: 'Certificate',
  certificateHelp:
    'The SHA-256 fingerprint. If your app shows one, compare them before you trust the certificate.',
  how: 'How to connect',
  platforms: {
    windows: 'Windows',
    macos: 'macOS',
    ios: 'iPhone, iPad',
    android: 'Android',
    linux: 'Linux',
  },
  command: 'Command',
  steps: {
    windows: {
      first: (file: string) => `Open the downloaded ${file}, or press Windows+R and run this:`,
      second: 'Select Connect when Windows shows a warning.',
    },
    macos: {
      first: 'Install Windows App from the Mac App Store.',
      second: (file: string) => `Open the downloaded ${file} in Windows App.`,
    },
    ios: {
      first: 'Install Windows App from the App Store.',
    },
    android: {
      first: 'Install Windows App from Google Play.',
    },
    linux: {
      first: 'Install FreeRDP; on some systems the command is xfreerdp3.',
      second: 'Run this in a terminal:',
    },
    phone: {
      scan: (address: string) => `Scan the code, or add a PC manually with the address ${address}.`,
      tap: (address: string) =>
        `Tap “Open in Windows App” above, or add a PC manually with the address ${address}.`,
    },
    signIn: (account: string) => `Sign in as ${account} with your RDP password.`,
  },
  open: 'Open in Windows App',
  qr: (address: string) => `QR code that opens ${address} in Windows App`,
  qrHelp: 'Scan with your phone’s camera. Windows App must be installed.',
  firewall: {
    title: 'Can’t connect?',
    test: (port: number) => `Check from your computer that port ${port} is reachable:`,
    windows: 'Command for Windows',
    unix: 'Command for macOS and Linux',
    open: (port: number) =>
      `If it isn’t, allow incoming TCP ${port} in your provider’s firewall: Security Group on AWS, VPC firewall rule on Google Cloud, Network Security Group on Azure, Cloud Firewall on DigitalOcean, Firewall on most others.`,
    network:
      'Some offices and hotels block it too. Try another network, such as your phone’s hotspot.',
  },
});
