import { invalidField } from '../../../kernel/errors.ts';
import { useCase } from '../../../kernel/use-case.ts';
import { sameName, type User } from '../../accounts/user.ts';
import { accessOf, viewDirectory } from '../../directory/access.ts';
import { proposedDirectory } from '../../directory/change.ts';
import type {
  DirectoryAccess,
  DirectoryPerson,
  DirectoryProbe,
  ProbePerson,
  ProbeStep,
  ProbeStepName,
} from '../../directory/directory.ts';
import { type DirectoryPatch, namesSettings } from '../../directory/patch.ts';
import { matchAccount, roleOfPerson } from '../../directory/person.ts';
import { bindPasswordRequired, directoryNotConfigured } from '../../errors.ts';
import type { IdentityPorts } from '../../ports.ts';
import { limitLogin } from '../../sessions/login-limits.ts';

/** Settings to test in place of the saved ones, and a login to test. */
export interface TestDirectoryInput extends DirectoryPatch {
  readonly testUsername?: string;
  /** Without it only the lookup is tried. */
  readonly testPassword?: string;
}

/** The expected result of a login of the tested person. */
export interface TestedPerson {
  readonly found: boolean;
  readonly person: (DirectoryPerson & { readonly groups: readonly string[] }) | undefined;
  readonly wouldBeAllowed: boolean;
  readonly wouldBeRole: User['role'] | null;
  /** Whether a local account has the name; directory logins never take over local accounts. */
  readonly hasLocalConflict: boolean;
}

/** The result of a test. */
export interface DirectoryTest {
  readonly config: 'saved' | 'unsaved';
  readonly probe: DirectoryProbe;
  readonly user: TestedPerson | null;
}

/**
 * Tests the saved settings, or others, with the steps of a login; changes nothing. A failed step is a result, not a
 * refusal.
 * @throws DomainError `ldap_not_configured`, `bind_password_required`, `plaintext_bind`, `managed_by_env`, `rate_limited`
 */
export const testDirectory = useCase(
  {
    access: 'manage_system',
    effect: 'write',
    transaction: 'own',
    audit: 'directory.test',
    refusals: {
      conflict: ['ldap_not_configured', 'managed_by_env'],
      invalid: ['bind_password_required', 'plaintext_bind'],
    },
  },
  (ports: IdentityPorts) =>
    async ({ origin }, input: TestDirectoryInput, { note }): Promise<DirectoryTest> => {
      const access = await accessToTest(ports, input);
      note({ target: { type: 'directory', id: access.urls[0] ?? '' } });
      const probe = await probed(ports, access, { person: personToTest(input), ip: origin.ip });
      const failed = probe.steps.find(({ status }) => status === 'failed');
      note({ target: { type: 'directory', id: probe.server ?? access.urls[0] ?? '' }, reason: failed?.code ?? 'ok' });
      const user = await testedPerson(ports, access, { probe, username: input.testUsername });
      return { config: namesSettings(input) ? 'unsaved' : 'saved', probe, user };
    },
);

async function accessToTest(ports: IdentityPorts, input: TestDirectoryInput): Promise<DirectoryAccess> {
  if (input.testPassword !== undefined && input.testUsername === undefined) {
    throw invalidField('testUsername', 'required', 'A password is tried together with a name.');
  }
  const view = viewDirectory(ports, await ports.directorySettings.find());
  const { settings, password } = proposedDirectory(ports, view, input);
  if (settings.urls.length === 0) throw directoryNotConfigured();
  if (password.kind === 'unusable') throw bindPasswordRequired();
  return accessOf(settings, password);
}

const personToTest = ({ testUsername, testPassword }: TestDirectoryInput): ProbePerson | undefined =>
  testUsername === undefined
    ? undefined
    : { username: testUsername, ...(testPassword !== undefined && { password: testPassword }) };

/** Tested passwords count as login attempts; otherwise the test could be used to guess passwords. */
function probed(
  ports: IdentityPorts,
  access: DirectoryAccess,
  { person, ip }: { readonly person: ProbePerson | undefined; readonly ip: string | undefined },
): Promise<DirectoryProbe> {
  const probe = () => ports.directory.probe(access, person);
  if (person?.password === undefined) return probe();
  return limitLogin(ports, { username: person.username, ip, judge: loginOutcomeOf }, probe);
}

function loginOutcomeOf({ steps }: DirectoryProbe): 'good' | 'failed' | 'untried' {
  const is = (name: ProbeStepName, status: ProbeStep['status']) =>
    steps.some((step) => step.name === name && step.status === status);
  if (is('user_bind', 'ok')) return 'good';
  return is('user_lookup', 'failed') || is('user_bind', 'failed') ? 'failed' : 'untried';
}

async function testedPerson(
  { users }: IdentityPorts,
  access: DirectoryAccess,
  { probe, username }: { readonly probe: DirectoryProbe; readonly username: string | undefined },
): Promise<TestedPerson | null> {
  if (username === undefined || probe.person === null) return null;
  const person = probe.person.found ? probe.person : undefined;
  const names = [username, ...(person ? [person.username] : [])];
  const known = await users.forDirectory(person ? [person.externalId] : [], names);
  const isLocal = (user: User) => user.source === 'local' && names.some((name) => sameName(name, user.username));
  const hasLocalConflict = known.some(({ user }) => isLocal(user));
  if (!person) return { found: false, person, wouldBeAllowed: false, wouldBeRole: null, hasLocalConflict };
  const match = matchAccount(person, known, username);
  const isLetIn = match.kind === 'account' ? match.record.user.isActive : match.kind === 'none' && access.autoCreate;
  const current = match.kind === 'account' ? match.record.user.role : access.defaultRole;
  return {
    found: true,
    person,
    wouldBeAllowed: person.isAllowed && isLetIn,
    wouldBeRole: roleOfPerson(person) ?? current,
    hasLocalConflict,
  };
}
