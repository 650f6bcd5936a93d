import { defineMessages } from '@/messages/i18n.js';

/** Connection to the new Windows, in addition to the specification's texts (install.ts). */
export const connectMessages = defineMessages('connect', {
  completed: (version: string, at: string) => `${version}, completed ${at}`,
  secondsAgo: (n: number) => `${n} s ago`,
  accepted: (ago: string) => `Password accepted ${ago}`,
  acceptedHelp: (account: string) =>
    `Windows accepted your password for ${account}. No session was opened.`,
  answered: (ago: string) => `Remote desktop answered ${ago}`,
  answeredHelp: 'Your password was not tried: this Windows image does not allow it.',
  unproven: 'The sign-in was not tried yet',
  unprovenHelp: 'This install was completed without trying your password.',
  check: {
    open: 'Check again',
    help: 'Type the RDP password. It is tried once and not kept.',
    password: 'RDP password',
    required: 'RDP password is required',
    submit: 'Check the password',
    failed: 'Check failed',
  },
  certificate: 'Certificate',
  certificateHelp:
    'The SHA-256 fingerprint. Where your app shows one, compare it before you trust the certificate.',
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
      first: (file: string) =>
        `Open the downloaded ${file}, or press the Windows key and R and run this:`,
      second: 'At the warning choose Connect.',
    },
    macos: {
      first: 'Install Windows App from the Mac App Store.',
      second: (file: string) => `Open the downloaded ${file} with it.`,
    },
    ios: {
      first: 'Install Windows App from the App Store.',
    },
    android: {
      first: 'Install Windows App from Google Play.',
    },
    linux: {
      first: 'Install FreeRDP; some systems name the program xfreerdp3.',
      second: 'Run this in a terminal:',
    },
    phone: {
      scan: (address: string) => `Scan the code, or add a PC by hand with ${address}.`,
      tap: (address: string) => `Tap the button below, or add a PC by hand with ${address}.`,
    },
    signIn: (account: string) => `Sign in as ${account} with your RDP password.`,
  },
  open: 'Open in Windows App',
  qr: (address: string) => `QR code that opens ${address} in Windows App`,
  qrHelp: 'For the camera of a phone on which Windows App is installed.',
  firewall: {
    title: 'It does not connect?',
    test: (port: number) => `See from your computer whether port ${port} answers:`,
    windows: 'Command for Windows',
    unix: 'Command for macOS and Linux',
    open: (port: number) =>
      `If it does not, allow incoming TCP ${port} in the firewall of your provider: Security Group at AWS, VPC firewall rule at Google Cloud, Network Security Group at Azure, Cloud Firewall at DigitalOcean, Firewall at most others.`,
    network: 'Some offices and hotels block it too: try another network, such as your phone’s.',
  },
});
