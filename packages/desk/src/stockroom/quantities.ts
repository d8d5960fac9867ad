/** A typed quantity in any notation of the locale with one decimal sign; undefined where it is none. */
export function readQuantity(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  if (!/^-?\d{1,11}(?:\.\d{0,4})?$/.test(plain)) return undefined;
  return Number(plain);
}

/** Sum of two quantities without the noise of binary fractions; quantities have at most four decimals. */
export const addQuantities = (a: number, b: number): number => Math.round((a + b) * 10_000) / 10_000;
