import type { JobKind, JobOf } from '../jobs/index.ts';
import { DomainError } from '../kernel/errors.ts';
import { recordEnd, sendUnstored } from '../notifications/index.ts';
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
  /** Its record in the mail log. */
  readonly mailId: number;
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
  ended: (ports) => (job) => recordEnd(ports, job),
};

async function send(ports: PhonesPorts, job: MagicLinkJob): Promise<void> {
  const { users, settings } = ports;
  const { userId, siteUrl, appScheme: scheme } = job.input;
  if (!(await hasMagicLinks(ports))) throw magicLinkDisabled();
  const user = await users.find(userId);
  if (!user || user.deletedAt !== null || !mayHavePhones(settings, user)) throw signInNotAllowed();
  const site = await siteNameOf(ports);
  await sendUnstored(ports, job.input.mailId, async () => {
    const token = await issueLinkToken(ports, { userId, siteUrl });
    return magicLinkMail(site, phoneLink({ scheme, method: 'magic_link', token, siteUrl }));
  });
}

/** The name of the shop, as mails have it. */
export async function siteNameOf({ settings, shopSettings }: PhonesPorts): Promise<string> {
  const { siteName } = await shopSettings.read();
  return siteName ?? settings.siteName;
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
