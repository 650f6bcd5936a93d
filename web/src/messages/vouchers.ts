import { defineMessages } from '@/messages/i18n.js';

export const voucherMessages = defineMessages('voucher', {
  open: 'I have a voucher code',
  code: 'Voucher code',
  apply: 'Apply',
  applied: (percent: string) => `${percent} % off with this voucher`,
  betterDiscount: (percent: string) =>
    `Your quantity discount is at least as good as the voucher’s ${percent} %. The voucher isn’t used up.`,
  free: (quota: number) => `This code gives you ${quota} quota for free. No payment is needed.`,
  redeem: 'Redeem',
  redeemed: 'Voucher redeemed',
  redeemedHelp: (quota: number, balance: string) =>
    `${quota} quota added. You now have ${balance} quota.`,
  failed: 'Voucher wasn’t redeemed',
  kind: 'Voucher',
});
