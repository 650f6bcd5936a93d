import { currentBrand } from '@/config/brand.js';
import type { Translation } from '@/messages/i18n.js';
import type { landingMessages } from '@/messages/landing.js';

export const landing: Translation<typeof landingMessages> = {
  badge: 'Solusi VPS ke Windows Sekali Klik',
  headline: 'Ubah VPS Anda menjadi Windows RDP tanpa ribet',
  note: 'Tidak perlu penyiapan rumit atau keahlian. Masukkan alamat dan kata sandi root VPS KVM Anda, pilih versi Windows, lalu hubungkan.',
  getStarted: 'Mulai',
  learnMore: 'Selengkapnya',
  login: 'Masuk',
  dashboard: 'Dasbor',
  price: (amount: string) => `${amount} per instalasi`,
  bulkPrice: (amount: string, quantity: number) => `, ${amount} mulai ${quantity}`,
  links: 'Legal dan dukungan',
  terms: 'Ketentuan',
  contact: 'Kontak',
  facts: 'Yang Anda perlukan',
  vmType: 'Jenis VM yang didukung',
  vmTypeValue: 'Hanya KVM',
  requirements: 'Persyaratan',
  requirementsValue: 'Kata sandi root, disarankan Ubuntu 22.04',
  providers: 'Penyedia cloud yang didukung',
  providersValue: 'Digital Ocean, Google Cloud, AWS, Azure, dan banyak lagi di seluruh dunia',
  providersNote:
    'AWS dan mesin Google Cloud yang lebih baru memerlukan image Windows tertentu. Azure belum didukung.',
  copyright: (year: number) => `© ${year} ${currentBrand().name}. Hak cipta dilindungi undang-undang.`,
  about: {
    title: 'Tentang Casement',
    lead: 'Cara kerja, persyaratan, dan penyedia yang didukung.',
    project: 'Tentang layanan ini',
    projectBody:
      'Casement mengubah VPS Linux yang sudah Anda sewa menjadi remote desktop Windows. Casement masuk ke VPS Anda satu kali, memeriksanya, mengganti sistem di disknya dengan Windows, lalu memberi tahu Anda saat desktop siap. Satu instalasi memakai 1 kuota.',
    vmType: 'Jenis VM yang didukung',
    vmTypeBody:
      'Hanya KVM. Kontainer (OpenVZ, LXC) berbagi kernel dan disk dengan induknya, sehingga Windows tidak dapat diinstal di sana.',
    requirements: 'Persyaratan',
    requirement1: 'VPS Anda sendiri beserta kata sandi root-nya.',
    requirement2: 'Disarankan Ubuntu 22.04.',
    requirement3: 'Sedikit tip untuk pengembang.',
    requirementNote:
      'Seluruh isi disk VPS akan diganti. Cadangkan dulu data yang ingin Anda simpan.',
    providers: 'Penyedia cloud yang didukung',
    providerMore: 'dan banyak lagi di seluruh dunia',
  },
};
