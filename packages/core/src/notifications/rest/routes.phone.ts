import type { PublishedNames } from '../../interface/published-names.ts';
import { type Route, route, section } from '../../interface/route.ts';
import { dateTime, integer, namedObject, objectOf, text } from '../../interface/schema.ts';
import { CREATED } from '../../interface/status.ts';
import { CODE_TRIES, createPairingCode, type MailPhoneReport, readMailPhone, unpairPhone } from '../index.ts';

const phoneShape = namedObject('MailPhone', {
  phone: objectOf(
    {
      device: text({ description: 'The name that the phone gave itself.' }),
      paired_at: dateTime(),
      push_url: text({ nullable: true, description: 'Address of push messages; null without them.' }),
      last_push: objectOf(
        { at: dateTime(), fault: text({ nullable: true, description: 'Null if the message was accepted.' }) },
        { nullable: true, description: 'The last push message; null before the first.' },
      ),
    },
    { nullable: true, description: 'Null while no phone is paired.' },
  ),
  code_expires_at: dateTime({
    nullable: true,
    description: 'End of the code that waits for a phone; null without one.',
  }),
});

const codeShape = namedObject('MailPhoneCode', {
  code: text({ description: 'Shown only in this answer.' }),
  expires_at: dateTime(),
  tries: integer({ description: 'Wrong tries after which it is void.' }),
  app_scheme: text({ description: 'Of links that open the app: `shopapp://mail-pairing?siteUrl=…&authKey=…`.' }),
});

const presentPhone = ({ phone, codeExpiresAt }: MailPhoneReport) => ({
  phone: phone && {
    device: phone.device,
    paired_at: phone.pairedAt.toISOString(),
    push_url: phone.pushUrl,
    last_push: phone.lastPush && { at: phone.lastPush.at.toISOString(), fault: phone.lastPush.fault },
  },
  code_expires_at: codeExpiresAt?.toISOString() ?? null,
});

/** Routes of the phone that reads the mail log without an account. */
export const mailPhoneRoutes = ({ shop }: PublishedNames): readonly Route[] =>
  section(
    'Mail log',
    route({
      methods: ['GET'],
      path: '/mail-phone',
      summary: 'Read which phone is paired with the mail log, and whether a code waits for one.',
      useCase: readMailPhone,
      present: presentPhone,
      returns: phoneShape,
    }),
    route({
      methods: ['POST'],
      path: '/mail-phone/code',
      summary: 'Make a one-time code that pairs a phone within ten minutes; an earlier code is void.',
      status: CREATED,
      useCase: createPairingCode,
      present: ({ code, expiresAt }) => ({
        code,
        expires_at: expiresAt.toISOString(),
        tries: CODE_TRIES,
        app_scheme: shop.appScheme,
      }),
      returns: codeShape,
    }),
    route({
      methods: ['DELETE'],
      path: '/mail-phone',
      summary: 'End the pairing of the phone, and void the code.',
      status: 204,
      useCase: unpairPhone,
    }),
  );
