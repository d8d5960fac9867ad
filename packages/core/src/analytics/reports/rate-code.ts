/** Tax rate code, `DE-VAT-1`: country, state, name and priority, without empty parts. */
export const rateCodeOf = (rate: { readonly [column: string]: unknown }): string =>
  [rate.country, rate.state, rate.name, rate.priority]
    .map((part) => String(part ?? ''))
    .filter((part) => part !== '')
    .join('-')
    .toUpperCase();
