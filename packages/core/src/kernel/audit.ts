/** What a use case tells the audit log about what it did; secrets are named and never told. */
export interface AuditFacts {
  readonly target?: { readonly type: string; readonly id: string | number };
  /** Members that changed, with what they were and are; `true` where neither may be told. */
  readonly changes?: Readonly<Record<string, { readonly from: unknown; readonly to: unknown } | true>>;
  /** Why it ended so, where the answer does not say. */
  readonly reason?: string;
}

/** Adds facts to the entry that the audit log will get of what is being done; later facts replace earlier ones. */
export type Note = (facts: AuditFacts) => void;
