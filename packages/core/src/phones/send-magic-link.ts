import type { JobKind, JobOf } from '../jobs/index.ts';
import { DomainError } from '../kernel/errors.ts';
import { noMailAddress } from '../notifications/index.ts';
import { after, generateToken, hexDigest, LINK_TTL } from './attempt.ts';
import { hasMagicLinks, mayHavePhones } from './conditions.ts';
import { magicLinkDisabled, signInNotAllowed } from './errors.ts';
import { phoneLink } from './links.ts';
import { magicLinkMail } from './mails.ts';
import type { PhonesPorts } from './ports.ts';

/** Input of the job: the account, the site and the scheme of the app; no secret. */
export type MagicLinkInput = {
  readonly userId: number;
  readonly siteUrl: string;
  readonly appScheme: string;
};

type MagicLinkJob = JobOf<MagicLinkInput, null>;

/**
 * Mails a link with a new token. Each attempt makes another token and withdraws the earlier links of the account that no phone
 * has opened, so that a repeated mail leaves one valid link, and no token is stored.
 */
export const sendMagicLink: JobKind<PhonesPorts, MagicLinkInput, null> = {
  name: 'magic-link',
  priority: 10,
  attempts: 6,
  backoff: 5,
  inUnit: false,
  isFinal: (cause) => cause instanceof DomainError && cause.kind !== 'unavailable',
  step: (ports) => async (job) => {
    await send(ports, job);
    return { place: null, done: 1, total: 1, isFinished: true };
  },
};

async function send(ports: PhonesPorts, job: MagicLinkJob): Promise<void> {
  const { users, settings, shopSettings } = ports;
  const { userId, siteUrl, appScheme: scheme } = job.input;
  if (!(await hasMagicLinks(ports))) throw magicLinkDisabled();
  const user = await users.find(userId);
  if (!user || user.deletedAt !== null || !mayHavePhones(settings, user)) throw signInNotAllowed();
  if (!user.email) throw noMailAddress();
  const token = await issueLinkToken(ports, { userId, siteUrl });
  const { siteName } = await shopSettings.read();
  const fromName = siteName ?? settings.siteName;
  const content = magicLinkMail(fromName, phoneLink({ scheme, method: 'magic_link', token, siteUrl }));
  const message = { id: `mail-${job.id}`, to: user.email, fromName, ...content, date: job.createdAt };
  await ports.mail.send(message, async () => {});
}

async function issueLinkToken(
  ports: PhonesPorts,
  { userId, siteUrl }: { readonly userId: number; readonly siteUrl: string },
): Promise<string> {
  const { clock, random, signInAttempts, unitOfWork } = ports;
  const token = generateToken(random);
  const createdAt = clock.now();
  await unitOfWork.run(async () => {
    await signInAttempts.withdrawLinks(userId);
    await signInAttempts.insert({
      tokenHash: hexDigest(ports, token),
      method: 'magic_link',
      userId,
      siteUrl,
      createdAt,
      expiresAt: after(createdAt, LINK_TTL),
    });
  });
  return token;
}
