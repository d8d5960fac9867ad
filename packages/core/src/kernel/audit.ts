/** Changed members with their old and new values; `true` where the values are secret. */
export type AuditChanges = Readonly<Record<string, { readonly from: unknown; readonly to: unknown } | true>>;

/** The part of an audit record that the use case supplies. Secrets appear by name only, never with a value. */
export interface AuditDetails {
  /** Overrides the action declared by the use case, where it depends on the input. */
  readonly action?: string;
  /** The actor, where it was unknown at the start, as at a login. */
  readonly actor?: { readonly userId: number; readonly username: string };
  readonly target?: { readonly type: string; readonly id: string | number };
  readonly changes?: AuditChanges;
  /** The reason for the outcome, where the answer does not disclose it. */
  readonly reason?: string;
  /** True if there was nothing to do; no record is written then. */
  readonly isIdle?: boolean;
  /** A further action of the same use case, recorded as an entry of its own before this one. */
  readonly also?: Omit<AuditDetails, 'action' | 'also'> & { readonly action: string };
}

/** Adds details to the audit record of the running use case; later members replace earlier ones. */
export type AuditNote = (details: AuditDetails) => void;

/** The audit changes of members that get other values; a missing old value is null. */
export function auditChangesOf(before: object | undefined, after: object): AuditChanges {
  const changes: Record<string, { readonly from: unknown; readonly to: unknown }> = {};
  for (const [name, to = null] of Object.entries(after)) {
    const from = (before as Readonly<Record<string, unknown>> | undefined)?.[name] ?? null;
    if (from !== to) changes[name] = { from, to };
  }
  return changes;
}
