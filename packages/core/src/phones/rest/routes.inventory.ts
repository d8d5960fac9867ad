import { type Route, route, section } from '../../interface/route.ts';
import { dateTime, id, integer, listOf, namedObject, text } from '../../interface/schema.ts';
import { listPhones } from '../index.ts';

const phoneShape = namedObject('Phone', {
  uuid: text({ description: 'Of its application password.' }),
  name: text(),
  user_id: integer(),
  username: text(),
  created_at: dateTime(),
  last_used_at: dateTime({ nullable: true, description: 'Noted at most once a day.' }),
  last_ip: text({ nullable: true }),
});

/** Routes of the phones that are signed in; the shop interface signs them in and out. */
export const phoneRoutes: readonly Route[] = section(
  'Mobile app',
  route({
    methods: ['GET'],
    path: '/phones',
    summary: 'List the phones that are signed in, of all users or of one.',
    params: { user_id: id({ description: 'Only those of this user.' }) },
    useCase: listPhones,
    present: (phones) =>
      phones.map((phone) => ({
        uuid: phone.uuid,
        name: phone.name,
        user_id: phone.userId,
        username: phone.username,
        created_at: phone.createdAt.toISOString(),
        last_used_at: phone.lastUsedAt?.toISOString() ?? null,
        last_ip: phone.lastIp,
      })),
    returns: listOf(phoneShape),
  }),
);
