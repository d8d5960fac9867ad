/** Amounts come as texts with all decimals, or as numbers. */
export const amountOf = (amount: string | number | null | undefined): number => Number(amount ?? 0);
