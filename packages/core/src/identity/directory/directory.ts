/** Where a directory stores group membership: on the person, or on the group. */
export type GroupMode = 'member_of' | 'group_search';
/** Nested groups: ignored, resolved by Active Directory's matching rule, or resolved recursively. */
export type NestedGroups = 'none' | 'ad_rule' | 'recursive';

/** The attribute names of a person at the directory. */
export interface DirectoryAttributes {
  readonly username: string;
  readonly email: string;
  readonly displayName: string;
  /** The immutable identifier: `entryUUID`, or `objectGUID`, which is binary. */
  readonly uid: string;
}

/** Connection and search settings; the bind password is stored separately. */
export interface DirectorySettings {
  readonly enabled: boolean;
  /** `ldap://` or `ldaps://` host and port, tried in this order; at most three. */
  readonly urls: readonly string[];
  readonly startTls: boolean;
  readonly tlsVerify: boolean;
  /** Expected name of the certificate, if it is not the host. */
  readonly tlsServerName: string | null;
  /** PEM text of certificate authorities that replace the default trust store. */
  readonly caCertificate: string | null;
  /** Allows passwords over unencrypted connections. */
  readonly allowPlaintext: boolean;
  /** The service account; null binds anonymously. */
  readonly bindDn: string | null;
  readonly baseDn: string | null;
  /** A search filter (RFC 4515) in which `{username}` stands for the escaped name. */
  readonly userFilter: string;
  readonly attributes: DirectoryAttributes;
  /** Restricts sign-in to its members. */
  readonly requiredGroupDn: string | null;
  /** Its members are administrators; null manages roles in this system. */
  readonly adminGroupDn: string | null;
  readonly groupMode: GroupMode;
  /** Where groups are searched; null searches below `baseDn`. */
  readonly groupBaseDn: string | null;
  /** A search filter in which `{dn}` stands for the escaped name of the member. */
  readonly groupFilter: string;
  readonly nestedGroups: NestedGroups;
  /** Creates an account at the first successful login. */
  readonly autoCreate: boolean;
  readonly defaultRole: 'member';
  readonly connectTimeoutMs: number;
  readonly operationTimeoutMs: number;
  readonly syncEnabled: boolean;
  readonly syncIntervalMinutes: number;
  readonly syncMissing: 'ignore' | 'deactivate';
}

/** Settings with the password of the service account. */
export interface DirectoryAccess extends DirectorySettings {
  readonly bindPassword: string | null;
}

export const defaultDirectorySettings: DirectorySettings = {
  enabled: false,
  urls: [],
  startTls: false,
  tlsVerify: true,
  tlsServerName: null,
  caCertificate: null,
  allowPlaintext: false,
  bindDn: null,
  baseDn: null,
  userFilter: '(&(objectClass=person)(uid={username}))',
  attributes: { username: 'uid', email: 'mail', displayName: 'displayName', uid: 'entryUUID' },
  requiredGroupDn: null,
  adminGroupDn: null,
  groupMode: 'member_of',
  groupBaseDn: null,
  groupFilter: '(|(member={dn})(uniqueMember={dn}))',
  nestedGroups: 'none',
  autoCreate: true,
  defaultRole: 'member',
  connectTimeoutMs: 5_000,
  operationTimeoutMs: 10_000,
  syncEnabled: false,
  syncIntervalMinutes: 60,
  syncMissing: 'ignore',
};

/** A person at the directory; texts are cut and free of control characters, and otherwise untrusted. */
export interface DirectoryPerson {
  readonly dn: string;
  readonly username: string;
  /** Never empty: a person without the `uid` attribute cannot be used. */
  readonly externalId: string;
  /** Undefined if absent. */
  readonly email: string | undefined;
  readonly displayName: string | undefined;
  /** Undefined if no group decides. */
  readonly isAdministrator: boolean | undefined;
  /** Whether they are in the required group; true if none is required. */
  readonly isAllowed: boolean;
}

/** Why the directory refused a login. */
export type DirectoryRefusal = 'unknown' | 'ambiguous' | 'wrong_password' | 'not_in_group' | 'incomplete';

/** The result of a login at the directory. */
export type DirectoryAnswer =
  | { readonly outcome: 'accepted'; readonly person: DirectoryPerson }
  | { readonly outcome: 'refused'; readonly reason: DirectoryRefusal };

/** Directory faults; the codes disclose nothing about other hosts. */
export const directoryFaults = [
  'host_not_found',
  'connection_refused',
  'connect_timeout',
  'network_unreachable',
  'certificate_expired',
  'certificate_untrusted',
  'certificate_name_mismatch',
  'starttls_unsupported',
  'tls_failed',
  'invalid_credentials',
  'bind_refused',
  'confidentiality_required',
  'no_such_base',
  'insufficient_access',
  'filter_invalid',
  'no_entries',
  'size_limit',
  'operation_timeout',
  'referral',
  'user_not_found',
  'user_ambiguous',
  'user_password_wrong',
  'group_missing',
  'group_lookup_failed',
  'protocol_error',
] as const;
/** One of `directoryFaults`. */
export type DirectoryFault = (typeof directoryFaults)[number];

/** The steps of a connection test, in order. */
export const probeSteps = ['connect', 'tls', 'bind', 'search', 'user_lookup', 'user_bind', 'groups'] as const;
/** One of `probeSteps`. */
export type ProbeStepName = (typeof probeSteps)[number];

/** The result of one step. */
export interface ProbeStep {
  readonly name: ProbeStepName;
  readonly status: 'ok' | 'failed' | 'warning' | 'skipped';
  /** `not_used` for a step that the settings make unnecessary. */
  readonly code?: DirectoryFault | 'not_used';
  readonly message?: string;
  /** Whole milliseconds. */
  readonly durationMs?: number;
  /** `sampleCount` and `more` of the search. */
  readonly detail?: Readonly<Record<string, number | boolean>>;
}

/** The result of a connection test: all steps, and the person if one was requested. */
export interface DirectoryProbe {
  readonly ok: boolean;
  /** The address that answered, or the last one tried. */
  readonly server: string | null;
  readonly durationMs: number;
  readonly steps: readonly ProbeStep[];
  readonly person:
    | (DirectoryPerson & { readonly found: true; readonly groups: readonly string[] })
    | { readonly found: false }
    | null;
  readonly warnings: readonly string[];
}

/** The person to test a login with; without a password only the lookup is tried. */
export interface ProbePerson {
  readonly username: string;
  readonly password?: string;
}

export interface CertificateSummary {
  readonly subject: string;
  readonly expiresAt: Date;
}
