import { userIdOf } from '../../kernel/actor.ts';
import { useCase } from '../../kernel/use-case.ts';
import { after, generateToken, hexDigest, TOKEN_TTL } from '../attempt.ts';
import { demandFullCredential, demandPasswords, demandSecure, demandSecureSite, takeLimit } from '../conditions.ts';
import type { PhonesPorts } from '../ports.ts';

/** A new token: shown once as a code, not stored. */
export interface IssuedPhoneToken {
  readonly token: string;
  readonly siteUrl: string;
  readonly expiresAt: Date;
}

/**
 * Begins the sign-in of a phone: makes a token for five minutes, of which only the digest is stored.
 * @throws DomainError `ssl_required`, `insecure_site_url`, `application_passwords_unavailable`,
 * `rest_cannot_create_application_passwords`, `rate_limited`
 */
export const issuePhoneToken = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    transaction: 'own',
    repeats: 'answer',
    audit: 'phone.token_issue',
    refusals: {
      forbidden: ['ssl_required', 'rest_cannot_create_application_passwords'],
      misconfigured: ['insecure_site_url'],
      'switched-off': ['application_passwords_unavailable'],
    },
  },
  (ports: PhonesPorts) =>
    async (actor, { siteUrl }: { readonly siteUrl: string }, { inUnit }): Promise<IssuedPhoneToken> => {
      const { clock, random, settings, signInAttempts } = ports;
      demandSecure(settings, actor);
      demandSecureSite(settings, siteUrl);
      demandPasswords(settings, actor);
      demandFullCredential(actor);
      const userId = userIdOf(actor);
      await takeLimit(ports, 'qr-login-token', userId);
      return inUnit(async () => {
        const token = generateToken(random);
        const createdAt = clock.now();
        const expiresAt = after(createdAt, TOKEN_TTL);
        const tokenHash = hexDigest(ports, token);
        await signInAttempts.insert({ tokenHash, method: 'qr', userId, siteUrl, createdAt, expiresAt });
        return { token, siteUrl, expiresAt };
      });
    },
);
