const bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** Numbers as bars; the scale includes zero. */
export function sparkline(values: readonly number[]): string {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = (value: number) => (high === low ? 0 : Math.round(((value - low) / (high - low)) * (bars.length - 1)));
  return values.map((value) => bars[step(value)]).join('');
}
