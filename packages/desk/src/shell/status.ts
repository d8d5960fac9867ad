/** What a status means for a person: done, waiting, or wrong. */
export function statusTone(status: string): 'plain' | 'good' | 'bad' | 'warn' | 'accent' {
  if (/^(?:completed|done|instock|active|ok|in_stock)$/.test(status)) return 'good';
  if (/^(?:processing|running|new)$/.test(status)) return 'accent';
  if (/^(?:on-hold|pending|waiting|lowstock|onbackorder|low)$/.test(status)) return 'warn';
  return /^(?:failed|cancelled|outofstock|out_of_stock|denied)$/.test(status) ? 'bad' : 'plain';
}
