import { texts } from '@/lib/messages.js';

export const landingTexts = texts({
  en: {
    badge: 'One-Click VPS to Windows OS Solution',
    headline: 'Turn your VPS into Windows RDP seamlessly',
    note: 'No complex setup or expertise is needed. Give us the root password of your KVM server, choose a version, and connect.',
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
    copyright: (year: number) => `© ${year} Casement. All rights reserved.`,
    about: {
      title: 'About Casement',
      lead: 'What it is, what it needs, and where it works.',
      project: 'What this project is',
      projectBody:
        'Casement turns a Linux virtual private server that you already rent into a Windows remote desktop. It signs in to your server once, checks it, replaces the system on its disk with Windows, and tells you when the desktop answers. One installation costs 1 quota.',
      vmType: 'Supported VM type',
      vmTypeBody:
        'KVM only. Containers (OpenVZ, LXC) share their host’s kernel, so there is no disk of their own to put Windows on.',
      requirements: 'Requirements',
      requirement1: 'Your own VPS, and its root password.',
      requirement2: 'Ubuntu 22.04 is recommended.',
      requirement3: 'A small tip for the developer.',
      requirementNote:
        'Everything on the server’s disk is replaced. Copy what you want to keep before you begin.',
      providers: 'Supported cloud providers',
      providerList: ['Digital Ocean', 'Google Cloud', 'AWS', 'Azure'],
      providerMore: 'and many more worldwide',
    },
  },
  id: {
    badge: 'Solusi VPS ke Windows Sekali Klik',
    headline: 'Ubah VPS Anda menjadi RDP Windows dengan mulus',
    note: 'Tidak perlu penyiapan rumit atau keahlian. Berikan kata sandi root server KVM Anda, pilih versi, lalu sambungkan.',
    getStarted: 'Mulai',
    learnMore: 'Selengkapnya',
    login: 'Masuk',
    facts: 'Yang Anda perlukan',
    vmType: 'Jenis VM yang didukung',
    vmTypeValue: 'Hanya KVM',
    requirements: 'Persyaratan',
    requirementsValue: 'Kata sandi root, disarankan Ubuntu 22.04',
    providers: 'Penyedia cloud yang didukung',
    providersValue: 'Digital Ocean, Google Cloud, AWS, Azure, dan banyak lagi di seluruh dunia',
    copyright: (year: number) => `© ${year} Casement. Hak cipta dilindungi.`,
    about: {
      title: 'Tentang Casement',
      lead: 'Apa ini, apa syaratnya, dan di mana dapat dipakai.',
      project: 'Apa proyek ini',
      projectBody:
        'Casement mengubah VPS Linux yang sudah Anda sewa menjadi desktop jarak jauh Windows. Ia masuk ke server Anda satu kali, memeriksanya, mengganti sistem di disknya dengan Windows, dan memberi tahu saat desktopnya menjawab. Satu instalasi memakai 1 kuota.',
      vmType: 'Jenis VM yang didukung',
      vmTypeBody:
        'Hanya KVM. Kontainer (OpenVZ, LXC) berbagi kernel dengan induknya, sehingga tidak punya disk sendiri untuk Windows.',
      requirements: 'Persyaratan',
      requirement1: 'VPS Anda sendiri beserta kata sandi root-nya.',
      requirement2: 'Disarankan Ubuntu 22.04.',
      requirement3: 'Sedikit tip untuk pengembang.',
      requirementNote:
        'Seluruh isi disk server diganti. Salin yang ingin Anda simpan sebelum memulai.',
      providers: 'Penyedia cloud yang didukung',
      providerMore: 'dan banyak lagi di seluruh dunia',
    },
  },
});
