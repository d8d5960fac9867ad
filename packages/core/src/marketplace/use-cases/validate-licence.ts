import { useCase } from '../../kernel/use-case.ts';
import { demandPhone } from '../../notifications/index.ts';
import { mailLicenceMissing } from '../errors.ts';
import { isExpired, type Licence } from '../licences/licence.ts';
import type { MarketplacePorts } from '../ports.ts';

/** Slug of the product whose licence phones ask for. */
const MAIL_ADD_ON = 'mail-log';

/** The licence of the mail add-on. */
export interface MailLicence {
  readonly plan: string;
  readonly expiresAt: Date | null;
  readonly isValid: boolean;
}

/**
 * Returns the licence of the mail add-on (product `mail-log` of the catalogue) to the paired phone.
 * @throws DomainError `device_token_missing`, `device_token_unknown`, `mail_licence_missing`
 */
export const readMailLicence = useCase(
  {
    access: 'anyone',
    effect: 'read',
    refusals: {
      malformed: ['device_token_missing'],
      unauthenticated: ['device_token_unknown'],
      'not-found': ['mail_licence_missing'],
    },
  },
  (ports: MarketplacePorts) =>
    async (_, { deviceToken }: { readonly deviceToken?: string }): Promise<MailLicence> => {
      await demandPhone(ports, deviceToken);
      const [product] = await ports.extensionLookup.find({ slugs: [MAIL_ADD_ON] });
      const licences = await ports.licenceLedger.list();
      const now = ports.clock.now();
      const own = licences.filter(({ productId }) => productId === product?.productId);
      const licence = own.toSorted((a, b) => lastDay(b) - lastDay(a))[0];
      if (!licence) throw mailLicenceMissing();
      return { plan: product?.name ?? '', expiresAt: licence.expiresAt, isValid: !isExpired(licence, now) };
    },
);

const lastDay = ({ expiresAt }: Licence): number => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
