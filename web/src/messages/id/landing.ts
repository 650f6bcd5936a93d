import type { Translation } from '@/messages/i18n.js';
import type { landingMessages } from '@/messages/landing.js';

export const landing: Translation<typeof landingMessages> = {
  badge: 'Solusi VPS ke Windows Sekali Klik',
  headline: 'Ubah VPS Anda menjadi RDP Windows dengan mulus',
  note: 'Tidak perlu penyiapan rumit atau keahlian. Berikan kata sandi root VPS KVM Anda, pilih versi Windows, lalu sambungkan.',
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
  providersNote:
    'AWS dan mesin Google Cloud yang lebih baru memerlukan image Windows tertentu; Azure belum didukung.',
  copyright: (year: number) => `© ${year} Casement. Hak cipta dilindungi.`,
  about: {
    title: 'Tentang Casement',
    lead: 'Apa ini, apa syaratnya, dan di mana dapat dipakai.',
    project: 'Apa proyek ini',
    projectBody:
      'Casement mengubah VPS Linux yang sudah Anda sewa menjadi remote desktop Windows. Casement masuk ke VPS Anda satu kali, memeriksanya, mengganti sistem di disknya dengan Windows, dan memberi tahu saat desktopnya siap. Satu instalasi memakai 1 kuota.',
    vmType: 'Jenis VM yang didukung',
    vmTypeBody:
      'Hanya KVM. Kontainer (OpenVZ, LXC) berbagi kernel dengan induknya, sehingga tidak punya disk sendiri untuk Windows.',
    requirements: 'Persyaratan',
    requirement1: 'VPS Anda sendiri beserta kata sandi root-nya.',
    requirement2: 'Disarankan Ubuntu 22.04.',
    requirement3: 'Sedikit tip untuk pengembang.',
    requirementNote: 'Seluruh isi disk VPS diganti. Salin yang ingin Anda simpan sebelum memulai.',
    providers: 'Penyedia cloud yang didukung',
    providerMore: 'dan banyak lagi di seluruh dunia',
  },
};
