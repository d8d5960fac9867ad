import { escapeHtml } from '../kernel/formats/markup.ts';
import type { MailInput } from '../notifications/index.ts';
import { LINK_TTL } from './attempt.ts';
import type { Device } from './device.ts';

/** A phone that has signed in. */
export interface SignedInPhone {
  readonly userId: number;
  readonly site: string;
  readonly device: Device;
  readonly passwordName: string;
  readonly at: Date;
  /** Address of the page with the user's phones. */
  readonly page: string;
}

const minuteOf = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const describe = ({ brand, model, os, osVersion }: Device): string =>
  [
    [brand, model],
    [os, osVersion],
  ]
    .map((words) => words.filter((word) => word !== undefined).join(' '))
    .filter((part) => part !== '')
    .join(', ');

/** The mail to a user after a phone has signed in. */
export function phoneSignedInMail({ userId, site, device, passwordName, at, page }: SignedInPhone): MailInput {
  const facts = [`Device: ${describe(device)}`, `Time: ${minuteOf(at)}`, `Application password: ${passwordName}`];
  const advice = 'If this was not you, sign the device out there and choose a new password.';
  return {
    userId,
    subject: `A new device signed in to ${site}`,
    text: [`A device has signed in to ${site} with your account.`, '', ...facts, '', page, '', advice, ''].join('\n'),
    html: [
      `<p>A device has signed in to ${escapeHtml(site)} with your account.</p>`,
      `<ul>${facts.map((fact) => `<li>${escapeHtml(fact)}</li>`).join('')}</ul>`,
      `<p><a href="${escapeHtml(page)}">Show your devices</a></p>`,
      `<p>${advice}</p>`,
    ].join('\n'),
  };
}

/** Subject of the mail with a link that signs in a phone. */
export const magicLinkSubject = (site: string): string => `Sign in to ${site} on your phone`;

/** Bodies of that mail. */
export function magicLinkMail(site: string, link: string): Pick<MailInput, 'text' | 'html'> {
  const intro = `Open this link on your phone to sign in to ${site}:`;
  const rules = `It works once, within ${LINK_TTL / 60} minutes. If you did not ask for it, ignore this mail.`;
  return {
    text: [intro, '', link, '', rules, ''].join('\n'),
    html: [
      `<p>${escapeHtml(intro)}</p>`,
      `<p><a href="${escapeHtml(link)}">Sign in on this phone</a></p>`,
      `<p>${rules}</p>`,
    ].join('\n'),
  };
}
