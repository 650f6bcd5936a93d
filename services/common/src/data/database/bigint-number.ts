/**
 * Transformer for bigint columns whose values stay far below 2^53 (rupiah, bytes). pg returns bigint as text.
 *
 * @example @Column('bigint', { transformer: bigintNumber }) amount!: number;
 */
export const bigintNumber = {
  to: (value: number | null | undefined) => value,
  from: (value: string | number | null): number | null => {
    if (value === null) return null;
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new RangeError('bigint outside the safe range');
    return number;
  },
};
