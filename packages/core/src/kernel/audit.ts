/** Members that changed, with what they were and are; `true` where neither may be told. */
export type AuditChanges = Readonly<Record<string, { readonly from: unknown; readonly to: unknown } | true>>;

/** What a use case tells the audit log about what it did; secrets are named and never told. */
export interface AuditFacts {
  /** Another word than that of the use case, where the input decides. */
  readonly action?: string;
  /** Who it turned out to be, where nobody was known when it began. */
  readonly actor?: { readonly userId: number; readonly username: string };
  readonly target?: { readonly type: string; readonly id: string | number };
  readonly changes?: AuditChanges;
  /** Why it ended so, where the answer does not say. */
  readonly reason?: string;
  /** True where there was nothing to do: then nothing is written of it. */
  readonly isIdle?: boolean;
  /** What was done on the way, which gets an entry of its own before this one. */
  readonly also?: Omit<AuditFacts, 'action' | 'also'> & { readonly action: string };
}

/** Adds facts to the entry that the audit log will get of what is being done; later facts replace earlier ones. */
export type Note = (facts: AuditFacts) => void;

/** What is told of members that get new values: what they were, null where there was nothing, and what they are now. */
export function changesTold(before: object | undefined, after: object): AuditChanges {
  const told: Record<string, { readonly from: unknown; readonly to: unknown }> = {};
  for (const [name, to = null] of Object.entries(after)) {
    const from = (before as Readonly<Record<string, unknown>> | undefined)?.[name] ?? null;
    if (from !== to) told[name] = { from, to };
  }
  return told;
}
