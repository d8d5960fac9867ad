/** Comparisons of a rule. */
export const operations = ['=', '!=', '<', '>', 'contains', 'in'] as const;
/** A comparison by its sign or word. */
export type FactOperation = (typeof operations)[number];

/** A step that derives a value from an option, such as a member of an object. */
export type Transformer =
  | { readonly use: 'dot_notation'; readonly path: readonly string[] }
  | { readonly use: 'count' };

/** A comparison with a value of JSON. */
export interface FactComparison {
  readonly operation: FactOperation;
  readonly value: unknown;
}

/** A rule of visibility (docs/spec/shop-platform.md 4.5). */
export type VisibilityRule =
  | { readonly type: 'pass' | 'fail' }
  /** A type or transformer of a later version. */
  | { readonly type: 'unknown'; readonly name: string }
  | { readonly type: 'and' | 'or'; readonly operands: readonly VisibilityRule[] }
  | { readonly type: 'not'; readonly operand: VisibilityRule }
  | ({ readonly type: 'base_location_country' } & FactComparison)
  /** All of these extensions are active. */
  | { readonly type: 'plugins_activated'; readonly plugins: readonly string[] }
  | OptionRule;

/** A comparison with a stored option. */
export interface OptionRule extends FactComparison {
  readonly type: 'option';
  readonly optionName: string;
  /** The value of an option that is not stored, or that a transformer cannot read. */
  readonly fallback: unknown;
  readonly transformers: readonly Transformer[];
}

/** The rule of entries without one. */
export const always: VisibilityRule = { type: 'pass' };

/** A rule and all rules inside of it. */
export const partsOf = (rule: VisibilityRule): readonly VisibilityRule[] => {
  if (rule.type === 'and' || rule.type === 'or') return [rule, ...rule.operands.flatMap(partsOf)];
  return rule.type === 'not' ? [rule, ...partsOf(rule.operand)] : [rule];
};
