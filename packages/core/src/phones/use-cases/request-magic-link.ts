import { submitJob } from '../../jobs/index.ts';
import { userIdOf } from '../../kernel/actor.ts';
import { useCase } from '../../kernel/use-case.ts';
import { noMailAddress, recordUnstoredMail } from '../../notifications/index.ts';
import {
  demandFullCredential,
  demandPasswords,
  demandSecure,
  demandSecureSite,
  hasMagicLinks,
  takeLimit,
} from '../conditions.ts';
import { magicLinkDisabled, mailerNotConfigured } from '../errors.ts';
import { magicLinkSubject } from '../mails.ts';
import type { PhonesPorts } from '../ports.ts';
import { sendMagicLink, siteNameOf } from '../send-magic-link.ts';

/** The site that the link leads to, and the scheme that opens the app. */
export interface RequestMagicLinkInput {
  readonly siteUrl: string;
  readonly appScheme: string;
}

/**
 * Mails the caller a link that signs in one phone within 15 minutes. The token is made when the mail is sent, so that it is
 * stored nowhere.
 * @throws DomainError `ssl_required`, `insecure_site_url`, `application_passwords_unavailable`, `magic_link_disabled`,
 * `mailer_not_configured`, `mail_no_address`, `rest_cannot_create_application_passwords`, `rate_limited`
 */
export const requestMagicLink = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    transaction: 'own',
    audit: 'phone.link_request',
    refusals: {
      forbidden: ['ssl_required', 'rest_cannot_create_application_passwords'],
      misconfigured: ['insecure_site_url'],
      'switched-off': ['application_passwords_unavailable', 'magic_link_disabled', 'mailer_not_configured'],
      invalid: ['mail_no_address'],
    },
  },
  (ports: PhonesPorts) =>
    async (actor, { siteUrl, appScheme }: RequestMagicLinkInput, { inUnit }): Promise<void> => {
      const { settings, users } = ports;
      demandSecure(settings, actor);
      demandSecureSite(settings, siteUrl);
      demandPasswords(settings, actor);
      demandFullCredential(actor);
      if (!(await hasMagicLinks(ports))) throw magicLinkDisabled();
      if (!settings.hasMailServer && settings.siteEnvironment !== 'local') throw mailerNotConfigured();
      const userId = userIdOf(actor);
      if (!(await users.find(userId))?.email) throw noMailAddress();
      await takeLimit(ports, 'magic-link', userId);
      await inUnit(async () => {
        const subject = magicLinkSubject(await siteNameOf(ports));
        const { id: mailId } = await recordUnstoredMail(ports, { userId, subject });
        await submitJob(ports, { kind: sendMagicLink, input: { userId, siteUrl, appScheme, mailId }, userId });
      });
    },
);
