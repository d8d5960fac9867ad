/** The code of a rate of tax, `DE-VAT-1`: country, state, name and priority, without what is empty. */
export const rateCodeOf = (rate: { readonly [column: string]: unknown }): string =>
  [rate.country, rate.state, rate.name, rate.priority]
    .map((part) => String(part ?? ''))
    .filter((part) => part !== '')
    .join('-')
    .toUpperCase();
