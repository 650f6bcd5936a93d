import type { machinesMessages } from '@/messages/install/machines.js';
import type { Translation } from '@/messages/i18n.js';

export const machines: Translation<typeof machinesMessages> = {
  title: 'Mesin saya',
  lead: 'Semua alamat yang pernah Anda pasangi Windows, dengan label pilihan Anda.',
  empty: 'Belum ada mesin',
  emptyHelp: 'Mesin muncul di sini setelah instalasi pertamanya.',
  loadFailed: 'Gagal memuat mesin Anda',
  address: 'Alamat',
  lastVersion: 'Versi terakhir',
  state: 'Instalasi terakhir',
  passwordCheck: 'Pemeriksaan kata sandi terakhir',
  accepted: (at: string) => `Berfungsi pada ${at}`,
  unchecked: 'Belum pernah diperiksa',
  installAgain: 'Instal lagi',
  installAgainOn: (ip: string) => `Instal lagi di ${ip}`,
  label: {
    title: (ip: string) => `Label untuk ${ip}`,
    field: 'Label',
    help: 'Misalnya “Kantor” atau “web-1”. Kosongkan untuk menghapus label.',
    save: 'Simpan label',
    edit: (ip: string) => `Ubah label ${ip}`,
    saved: 'Label disimpan',
    failed: 'Gagal menyimpan label',
  },
};
