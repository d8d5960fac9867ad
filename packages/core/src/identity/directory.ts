/** How a directory tells who belongs to a group: on the person, or on the group. */
export type GroupMode = 'member_of' | 'group_search';
/** How groups inside groups count: not, by the rule of one vendor's servers, or by following them one by one. */
export type NestedGroups = 'none' | 'ad_rule' | 'recursive';

/** The names that attributes of a person have at the directory. */
export interface DirectoryAttributes {
  readonly username: string;
  readonly email: string;
  readonly displayName: string;
  /** What never changes about a person: `entryUUID`, or `objectGUID`, which is binary. */
  readonly uid: string;
}

/** How the directory is reached and read; the bind password is kept apart. */
export interface DirectorySettings {
  readonly enabled: boolean;
  /** `ldap://` or `ldaps://` host and port, tried in this order; at most three. */
  readonly urls: readonly string[];
  readonly startTls: boolean;
  readonly tlsVerify: boolean;
  /** The name that the certificate must have, where it is not the host's. */
  readonly tlsServerName: string | null;
  /** PEM text of the authorities that are believed in place of the usual ones. */
  readonly caCertificate: string | null;
  /** Lets passwords travel unencrypted. */
  readonly allowPlaintext: boolean;
  /** The service account; null binds anonymously. */
  readonly bindDn: string | null;
  readonly baseDn: string | null;
  /** A search filter (RFC 4515) in which `{username}` stands for the escaped name. */
  readonly userFilter: string;
  readonly attributes: DirectoryAttributes;
  /** Only its members may sign in. */
  readonly requiredGroupDn: string | null;
  /** Its members are administrators; null leaves roles to this system. */
  readonly adminGroupDn: string | null;
  readonly groupMode: GroupMode;
  /** Where groups are searched; null searches below `baseDn`. */
  readonly groupBaseDn: string | null;
  /** A search filter in which `{dn}` stands for the escaped name of the member. */
  readonly groupFilter: string;
  readonly nestedGroups: NestedGroups;
  /** Makes an account at the first good login. */
  readonly autoCreate: boolean;
  readonly defaultRole: 'member';
  readonly connectTimeoutMs: number;
  readonly operationTimeoutMs: number;
  readonly syncEnabled: boolean;
  readonly syncIntervalMinutes: number;
  readonly syncMissing: 'ignore' | 'deactivate';
}

/** Settings with the password of the service account; it goes to the directory and nowhere else. */
export interface DirectoryAccess extends DirectorySettings {
  readonly bindPassword: string | null;
}

/** What is used until somebody says otherwise. */
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

/** A person as the directory describes them; texts are cut, free of control characters, and never trusted further. */
export interface DirectoryPerson {
  readonly dn: string;
  readonly username: string;
  /** Never empty: a person without the `uid` attribute cannot be used. */
  readonly externalId: string;
  /** Undefined where the directory says nothing. */
  readonly email: string | undefined;
  readonly displayName: string | undefined;
  /** Undefined where no group decides. */
  readonly isAdministrator: boolean | undefined;
  /** Whether the required group has them; true where none is required. */
  readonly isAllowed: boolean;
}

/** Why the directory does not vouch for somebody. */
export type DirectoryRefusal = 'unknown' | 'ambiguous' | 'wrong_password' | 'not_in_group' | 'incomplete';

/** What came of a login at the directory. */
export type DirectoryAnswer =
  | { readonly outcome: 'accepted'; readonly person: DirectoryPerson }
  | { readonly outcome: 'refused'; readonly reason: DirectoryRefusal };

/** What can go wrong with a directory, in words that reveal nothing about other machines. */
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
/** One of the things that can go wrong with a directory. */
export type DirectoryFault = (typeof directoryFaults)[number];

/** The steps of a test, in their order. */
export const probeSteps = ['connect', 'tls', 'bind', 'search', 'user_lookup', 'user_bind', 'groups'] as const;
/** One step of a test. */
export type ProbeStepName = (typeof probeSteps)[number];

/** What came of one step. */
export interface ProbeStep {
  readonly name: ProbeStepName;
  readonly status: 'ok' | 'failed' | 'warning' | 'skipped';
  /** `not_used` says why a step was left out. */
  readonly code?: DirectoryFault | 'not_used';
  readonly message?: string;
  /** Whole milliseconds. */
  readonly durationMs?: number;
  /** `sampleCount` and `more` of the search. */
  readonly detail?: Readonly<Record<string, number | boolean>>;
}

/** What came of a test: always all steps; a person when one was asked for. */
export interface DirectoryProbe {
  readonly ok: boolean;
  /** The address that answered, or the last that was tried. */
  readonly server: string | null;
  readonly durationMs: number;
  readonly steps: readonly ProbeStep[];
  readonly person:
    | (DirectoryPerson & { readonly found: true; readonly groups: readonly string[] })
    | { readonly found: false }
    | null;
  readonly warnings: readonly string[];
}

/** Whom a test tries to sign in; without a password only the lookup is tried. */
export interface ProbePerson {
  readonly username: string;
  readonly password?: string;
}

/** A certificate in short. */
export interface CertificateSummary {
  readonly subject: string;
  readonly expiresAt: Date;
}
