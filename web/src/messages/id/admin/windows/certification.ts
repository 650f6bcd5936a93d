import type { Translation } from '@/messages/i18n.js';
import type { certificationMessages } from '@/messages/admin/windows/certification.js';

export const certification: Translation<typeof certificationMessages> = {
  term: 'Sertifikasi',
  states: {
    certified: 'Bersertifikat',
    failed: 'Belum bersertifikat',
    none: 'Belum bersertifikat',
  },
  certifiedOn: (when: string) => `Disertifikasi pada ${when}`,
  failedOn: (when: string) => `Gagal pada ${when}`,
  never: 'Belum ada laporan',
  warning:
    'Image ini belum bersertifikat karena belum ada VPS uji yang dikonversi dengan image ini. Jalankan certify-image sebelum pelanggan menginstalnya.',
  failedWarning: 'Image ini gagal dalam sertifikasi.',
  report: 'Laporan',
  title: (name: string) => `Sertifikasi ${name}`,
  loadFailed: 'Gagal memuat laporan',
  loading: 'Memuat laporan',
  results: { ok: 'Lulus', warning: 'Peringatan', failed: 'Gagal', skipped: 'Dilewati' },
  skipped: 'Tidak diperiksa karena sertifikasi berhenti lebih awal.',
  machine: 'VPS uji',
  machineOf: (memory: string, disk: string, how: string) =>
    `memori ${memory}, disk ${disk}, ${how}`,
  accelerators: { kvm: 'KVM', emulation: 'emulasi' },
  image: 'Image',
  console: (phase: string) => `Konsol: ${phase}`,
};
