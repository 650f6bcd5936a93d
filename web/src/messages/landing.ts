import { currentBrand } from '@/config/brand.js';
import { defineMessages } from '@/messages/i18n.js';

export const landingMessages = defineMessages('landing', {
  badge: 'One-Click VPS to Windows OS Solution',
  headline: 'Turn your VPS into Windows RDP seamlessly',
  note: 'No complex setup or expertise is needed. Enter your KVM VPS’s address and root password, choose a Windows version, and connect.',
  getStarted: 'Get Started',
  learnMore: 'Learn More',
  login: 'Login',
  dashboard: 'Dashboard',
  price: (amount: string) => `${amount} per install`,
  bulkPrice: (amount: string, quantity: number) => `, ${amount} from ${quantity}`,
  links: 'Legal and support',
  terms: 'Terms',
  status: 'Status',
  contact: 'Contact',
  facts: 'What you need',
  vmType: 'Supported VM type',
  vmTypeValue: 'KVM only',
  requirements: 'Requirements',
  requirementsValue: 'Root password, Ubuntu 22.04 recommended',
  providers: 'Supported cloud providers',
  providersValue: 'Digital Ocean, Google Cloud, AWS, Azure, and many more worldwide',
  providersNote:
    'AWS and newer Google Cloud machines need specific Windows images. Azure is not supported yet.',
  copyright: (year: number) => `© ${year} ${currentBrand().name}. All rights reserved.`,
  about: {
    title: 'About Casement',
    lead: 'What it does, what you need, and where it works.',
    project: 'What Casement does',
    projectBody:
      'Casement turns a Linux VPS you already rent into a Windows remote desktop. It signs in to your VPS once, checks it, replaces the system on its disk with Windows, and tells you when the desktop is ready. One installation costs 1 quota.',
    vmType: 'Supported VM type',
    vmTypeBody:
      'KVM only. Containers (OpenVZ, LXC) share the host’s kernel and disk, so Windows can’t be installed on them.',
    requirements: 'Requirements',
    requirement1: 'Your own VPS and its root password.',
    requirement2: 'Ubuntu 22.04 is recommended.',
    requirement3: 'A small tip for the developer.',
    requirementNote:
      'Everything on your VPS’s disk is replaced. Back up anything you want to keep first.',
    providers: 'Supported cloud providers',
    providerList: ['Digital Ocean', 'Google Cloud', 'AWS', 'Azure'],
    providerMore: 'and many more worldwide',
  },
});
