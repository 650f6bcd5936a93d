import type { Translation } from '@/messages/i18n.js';
import type { providerMessages } from '@/messages/install/providers.js';

export const provider: Translation<typeof providerMessages> = {
  title: 'Catatan per penyedia',
  lead: 'Yang perlu diaktifkan atau diisi sebelum pemeriksaan pertama. Selebihnya diperiksa otomatis di VPS Anda.',
  choose: 'Pilih penyedia',
  provider: 'Penyedia',
  before: 'Sebelum pemeriksaan pertama',
  image: 'Versi Windows',
  images: {
    any: 'Semua versi.',
    certain: (note: string) => `Tidak semua: ${note}.`,
    none: (note: string) => `Tidak ada: ${note}.`,
  },
  firewallValue:
    'Jika panel penyedia Anda punya firewall, biarkan port SSH terbuka: Windows memakai port yang sama.',
  notes: {
    google:
      'mesin dengan gVNIC (generasi ketiga dan lebih baru) memerlukan image dengan driver gVNIC',
    aws: 'memerlukan image dengan driver ENA',
    azure: 'belum didukung karena berjalan di Hyper-V, bukan KVM',
    hetznerDedicated: 'tidak didukung: ini bukan mesin virtual',
    oracle: 'memerlukan versi Windows untuk UEFI',
  },
  steps: {
    digitalocean:
      'Pilih kata sandi root saat membuat Droplet; Droplet yang dibuat dengan kunci SSH tidak memilikinya, jadi isi kunci itu di “Lanjutan”. Droplet lama yang kernelnya dipilih di panel tidak didukung: buat yang baru.',
    google:
      'Pilih mesin generasi pertama atau kedua (misalnya E2 atau N2) dengan VirtIO sebagai kartu jaringannya, atau versi Windows yang image-nya punya driver gVNIC. Tambahkan kunci SSH ke mesin itu, lalu isi beserta penggunanya di “Lanjutan”.',
    aws: 'Pilih tipe Nitro seperti t3 (yang lebih lama berjalan di Xen dan tidak didukung), dan versi Windows yang image-nya punya driver ENA. Isi kunci instance dan penggunanya, misalnya ubuntu, di “Lanjutan”.',
    azure: 'Kedua generasi mesinnya tidak didukung. Gunakan penyedia lain.',
    linode:
      'Image bawaan Linode berada di disk tanpa boot loader, jadi tidak didukung. Instal Debian dengan penginstalnya sendiri di disk raw, atur kernel profil konfigurasi ke “Direct Disk”, jangan sambungkan disk lain, dan biarkan mesinnya paravirtualized.',
    vultr: 'Tidak perlu apa-apa: pakai kata sandi root dari panel.',
    hetzner:
      'Tidak perlu apa-apa. Server yang dibuat dengan kunci SSH mungkin tidak punya kata sandi root: isi kunci itu di “Lanjutan”.',
    hetznerDedicated: 'Server dedicated tidak didukung. Gunakan Hetzner Cloud.',
    ovh: 'Secara bawaan root tidak dapat masuk. Di “Lanjutan”, isi pengguna dari email pengiriman, misalnya ubuntu, lalu pakai kata sandinya. Mode boot harus LOCAL, bukan rescue.',
    contabo:
      'Gunakan kata sandi root dari email pengiriman; “Reset credentials” di panel membuat yang baru.',
    oracle:
      'Buat instance dengan jaringan paravirtualized (bukan hardware-assisted), boot volume paravirtualized, dan shape Intel atau AMD, lalu pilih versi Windows untuk UEFI. Isi kunci instance dan penggunanya, opc atau ubuntu, di “Lanjutan”.',
    scaleway: 'Mode boot harus “Use local boot”. Isi kunci SSH akun di “Lanjutan”.',
    upcloud: 'Biarkan antarmuka jaringan publik memakai DHCP.',
    ionos:
      'Kebijakan firewall selalu aktif: port 22 harus diizinkan, untuk SSH dan kemudian untuk Windows.',
    alibaba:
      'Mode boot instance (BIOS atau UEFI) ditetapkan saat dibuat: pilih versi Windows untuk mode yang sama.',
  },
};
