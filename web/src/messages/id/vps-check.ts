import type { Translation } from '@/lib/messages.js';
import type { vpsCheckMessages } from '@/messages/vps-check.js';

export const vpsCheck: Translation<typeof vpsCheckMessages> = {
  title: 'Pemeriksaan VPS',
  loadFailed: 'Pemeriksaan tidak dapat dibaca',
  queued: 'Menunggu giliran.',
  checking: (ip: string) => `Memeriksa ${ip}.`,
  stages: {
    connecting: 'Masuk sebagai root.',
    examining: 'Melihat memori, disk, jaringan, dan jalan kembali.',
    measuring: 'Mengukur seberapa cepat ia menjangkau kami.',
  },
  passed: (ip: string) => `${ip} siap untuk Windows.`,
  speed: (rate: string, time: string) => `Mengunduh ${rate}: sekitar ${time} untuk versi ini.`,
  noVersion: 'Pilih versi Windows lalu periksa lagi untuk melihat lamanya.',
  refused: (ip: string) => `Windows belum dapat dipasang di ${ip}.`,
  refusedHelp: (n: number) =>
    `${n} hal menghalangi. Tidak ada yang diubah dan tidak ada kuota yang dipakai.`,
  failed: (ip: string) => `${ip} tidak dapat diperiksa.`,
  problems: 'Yang menghalangi',
  passedOf: (n: number) => `${n} pemeriksaan lulus`,
  names: {
    root: 'Akun',
    system: 'Sistem',
    architecture: 'Prosesor',
    virtualisation: 'Virtualisasi',
    kernel: 'Kernel',
    memory: 'Memori',
    firmware: 'Firmware',
    disk: 'Disk',
    'disk bus': 'Bus disk',
    'disk access': 'Akses disk',
    'disk size': 'Ukuran disk',
    start: 'Mulai dari disknya',
    network: 'Jaringan',
    'network card': 'Kartu jaringan',
    'boot once': 'Cara memulai penginstal kami sekali',
    room: 'Ruang kosong',
    clock: 'Jam',
    service: 'Menjangkau layanan ini',
    image: 'Image',
  },
};
