import { isVisible, type RuleFacts, readSuggestions, suggestionWarnings } from '@backroom/core/marketing';
import { describe, expect, it } from 'vitest';

const facts: RuleFacts = {
  country: 'DE',
  options: new Map<string, unknown>([
    ['shop_calc_taxes', 'yes'],
    ['shop_onboarding_profile', { industry: ['food', 'books'], plan: { seats: 3 }, email: 'ada@example.org' }],
    ['shop_admin_install_timestamp', '1700000000'],
  ]),
  readable: new Set(['shop_calc_taxes', 'shop_onboarding_profile', 'shop_admin_install_timestamp', 'shop_demo_store']),
  activeExtensions: new Set(['mail-log', 'low-stock']),
};

const documentWith = (rule: unknown): string =>
  JSON.stringify({ payments: [{ id: 'invoice', title: 'Invoice', ...(rule !== undefined && { is_visible: rule }) }] });
const shows = (rule: unknown): boolean => {
  const [entry] = readSuggestions(documentWith(rule)).payments;
  return entry !== undefined && isVisible(entry.isVisible, facts);
};
const refusalOf = (text: string): string => {
  try {
    readSuggestions(text);
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
};
const country = (value: unknown, operation?: string) => ({
  type: 'base_location_country',
  value,
  ...(operation && { operation }),
});
const option = (name: string, value: unknown, more: object = {}) => ({
  type: 'option',
  option_name: `shop_${name}`,
  value,
  ...more,
});
const dot = (path: string) => ({ use: 'dot_notation', arguments: { path } });
const pass = { type: 'pass' };
const fail = { type: 'fail' };
const unknown = { type: 'moon_phase' };

describe('a rule of visibility', () => {
  it.each([
    ['none', undefined, true],
    ['an empty list', [], true],
    ['pass', pass, true],
    ['fail', fail, false],
    ['a list that holds', [pass, country('DE')], true],
    ['a list with one that does not hold', [pass, country('FR')], false],
    ['the country', country('DE'), true],
    ['another country', country('FR', '='), false],
    ['not a country', country('FR', '!='), true],
    ['one of countries', country(['AT', 'DE'], 'in'), true],
    ['none of countries', country(['AT'], 'in'), false],
    ['active extensions', { type: 'plugins_activated', plugins: ['mail-log', 'low-stock'] }, true],
    ['an inactive extension', { type: 'plugins_activated', plugins: ['mail-log', 'other'] }, false],
    ['an option', option('calc_taxes', 'yes'), true],
    ['an option with another value', option('calc_taxes', 'no'), false],
    ['an option that is not stored', option('demo_store', false), true],
    ['the default of an option', option('demo_store', 'a', { default: 'a' }), true],
    ['a text that is contained', option('onboarding_profile', '@', contains('email')), true],
    ['an entry that is contained', option('onboarding_profile', 'books', contains('industry')), true],
    ['an entry that is not contained', option('onboarding_profile', 'toys', contains('industry')), false],
    ['a smaller number', option('onboarding_profile', 4, { operation: '<', transformers: [dot('plan.seats')] }), true],
    [
      'an equal number is not smaller',
      option('onboarding_profile', 3, { operation: '<', transformers: [dot('plan.seats')] }),
      false,
    ],
    ['a decimal text', option('admin_install_timestamp', 1_600_000_000, { operation: '>' }), true],
    ['a text that is no number', option('calc_taxes', 1, { operation: '>' }), false],
    ['a count', option('onboarding_profile', 2, { transformers: [dot('industry'), { use: 'count' }] }), true],
    [
      'a path that leads nowhere',
      option('onboarding_profile', 'x', { transformers: [dot('a.b')], default: 'x' }),
      true,
    ],
    ['a path into a prototype', option('onboarding_profile', false, { transformers: [dot('constructor.name')] }), true],
    ['types are not converted', option('onboarding_profile', '3', { transformers: [dot('plan.seats')] }), false],
    ['not', { type: 'not', operand: fail }, true],
    ['not with a list', { type: 'not', operand: [pass, fail] }, true],
    ['or', { type: 'or', operands: [fail, pass] }, true],
    ['or without one that holds', { type: 'or', operands: [fail, fail] }, false],
    ['or of nothing', { type: 'or', operands: [] }, false],
    ['and', { type: 'and', operands: [pass, pass] }, true],
    ['and of nothing', { type: 'and', operands: [] }, true],
    ['an unknown rule', unknown, false],
    ['not an unknown rule', { type: 'not', operand: unknown }, false],
    ['an unknown rule that does not decide', { type: 'or', operands: [unknown, pass] }, true],
    ['an unknown transformer', option('calc_taxes', 'yes', { transformers: [{ use: 'rot13' }] }), false],
    ['an option that rules may not read', option('secret', 'x', { operation: '!=' }), false],
    ['a type from a prototype', { type: 'toString' }, false],
  ])('%s', (_, rule, expected) => {
    expect(shows(rule)).toBe(expected);
  });

  it.each([
    ['no rule', 7, 'is neither a rule nor a list of rules'],
    ['no type', {}, '[type] is not of type string'],
    ['no operand', { type: 'not' }, '[operand] is neither a rule'],
    ['operands that are no list', { type: 'and', operands: pass }, '[operands] is not of type array'],
    ['an unknown operation', country('DE', '~'), '[operation] is not one of'],
    ['no value', { type: 'base_location_country' }, '[value] is missing'],
    ['a value of in that is no list', country('DE', 'in'), '[value] is not of type array'],
    ['no extensions', { type: 'plugins_activated', plugins: [] }, '[plugins] is not a list of 1 to 50'],
    ['no name of an option', { type: 'option', value: 1 }, '[option_name] is not a text'],
    ['no path', option('calc_taxes', 1, { transformers: [{ use: 'dot_notation' }] }), '[path] is not a text'],
    [
      'a fault deep inside',
      { type: 'or', operands: [pass, { type: 'not', operand: [fail, 7] }] },
      '[operands][1][operand][1]',
    ],
  ])('is refused with %s, by the name of the member', (_, rule, reason) => {
    expect(refusalOf(documentWith(rule))).toContain(reason);
  });

  it('is refused when it is too deep or too large', () => {
    const nested = (depth: number): unknown =>
      Array.from({ length: depth }).reduce<unknown>((operand) => ({ type: 'not', operand }), pass);
    expect(refusalOf(documentWith(nested(20)))).toBe('accepted');
    expect(refusalOf(documentWith(nested(1_000)))).toContain('nested deeper than 32 levels');
    const many = { type: 'or', operands: Array.from({ length: 600 }, () => pass) };
    expect(refusalOf(documentWith(many))).toContain('has more than 500 parts');
  });

  it('has warnings for what hides an entry', () => {
    const document = readSuggestions(documentWith([unknown, option('secret', 1)]));
    expect(suggestionWarnings(document)).toEqual([
      'unknown rule moon_phase',
      'option shop_secret cannot be read by rules',
    ]);
  });
});

describe('a document of suggestions', () => {
  it.each([
    ['no JSON', '{"payments":', 'is not JSON'],
    ['no object', '[]', 'type object'],
    ['an unknown member', '{"prices":[]}', 'prices'],
    ['an id that is no slug', '{"payments":[{"id":"../a","title":"A"}]}', '[payments][0][id]'],
    ['an id twice', '{"payments":[{"id":"a","title":"A"},{"id":"a","title":"B"}]}', 'has a twice'],
    ['a script address', '{"payments":[{"id":"a","title":"A","image":"javascript:alert(1)"}]}', '[image]'],
    ['a layout without content', '{"shipping":[{"slug":"a","name":"A","available_layouts":["row"]}]}', 'layout_row'],
    ['no layout', '{"shipping":[{"slug":"a","name":"A","available_layouts":[]}]}', '[available_layouts]'],
    [
      'a country that is none',
      '{"payments":[{"id":"a","title":"A","category_other":["Germany"]}]}',
      '[category_other][0]',
    ],
    ['a bundle of no place', '{"bundles":[{"key":"home","title":"A","plugins":[]}]}', '[key]'],
  ])('is refused with %s', (_, text, reason) => {
    expect(refusalOf(text)).toContain(reason);
  });
});

function contains(member: string): object {
  return { operation: 'contains', transformers: [dot(member)] };
}
