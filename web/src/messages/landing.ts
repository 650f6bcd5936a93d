import { defineMessages } from '@/messages/i18n.js';

export const landingMessages = defineMessages('landing', {
  badge: 'One-Click VPS to Windows OS Solution',
  headline: 'Turn your VPS into Windows RDP seamlessly',
  note: 'No complex setup or expertise is needed. Give us the root password of your KVM VPS, choose a Windows version, and connect.',
  getStarted: 'Get Started',
  learnMore: 'Learn More',
  login: 'Login',
  facts: 'What you need',
  vmType: 'Supported VM type',
  vmTypeValue: 'KVM only',
  requirements: 'Requirements',
  requirementsValue: 'Root password, Ubuntu 22.04 recommended',
  providers: 'Supported cloud providers',
  providersValue: 'Digital Ocean, Google Cloud, AWS, Azure, and many more worldwide',
  providersNote:
    'AWS and newer Google Cloud machines need certain Windows images; Azure is not supported yet.',
  copyright: (year: number) => `© ${year} Casement. All rights reserved.`,
  about: {
    title: 'About Casement',
    lead: 'What it is, what it needs, and where it works.',
    project: 'What this project is',
    projectBody:
      'Casement turns a Linux virtual private server that you already rent into a Windows remote desktop. It signs in to your VPS once, checks it, replaces the system on its disk with Windows, and tells you when the desktop is ready. One installation costs 1 quota.',
    vmType: 'Supported VM type',
    vmTypeBody:
      'KVM only. Containers (OpenVZ, LXC) share their host’s kernel, so there is no disk of their own to put Windows on.',
    requirements: 'Requirements',
    requirement1: 'Your own VPS, and its root password.',
    requirement2: 'Ubuntu 22.04 is recommended.',
    requirement3: 'A small tip for the developer.',
    requirementNote:
      'Everything on the disk of your VPS is replaced. Copy what you want to keep before you begin.',
    providers: 'Supported cloud providers',
    providerList: ['Digital Ocean', 'Google Cloud', 'AWS', 'Azure'],
    providerMore: 'and many more worldwide',
  },
});
