import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../api/shop.d.ts';
import { answerOf, shop } from '../client.ts';
import type { WriteHeaders } from '../writing.ts';

/** An application password; moments are read with their zone. */
export type ApplicationPassword = Schemas['ApplicationPassword'];

/** The account whose passwords are meant: `me`, or its id. */
export type Owner = string;

/** Times of these routes are UTC without a zone. */
export const inUtc = (moment: string): string => (/[zZ]|[+-]\d\d:\d\d$/.test(moment) ? moment : `${moment}Z`);

export const passwordsQuery = (owner: Owner) =>
  queryOptions({
    queryKey: ['application-passwords', owner],
    queryFn: ({ signal }) =>
      answerOf(
        shop.GET('/cms/v2/users/{user_id}/application-passwords', { params: { path: { user_id: owner } }, signal }),
      ),
    meta: { topics: ['people'] },
  });

/** What a new password is made of. */
export type NewPassword = Schemas['PostCmsV2UsersUserIdApplicationPasswordsBody'];

/** Makes a password of the own account; its secret is part of this answer only. */
export const createPassword =
  (owner: Owner) =>
  (body: NewPassword, headers: WriteHeaders): Promise<ApplicationPassword> =>
    answerOf(
      shop.POST('/cms/v2/users/{user_id}/application-passwords', {
        params: { path: { user_id: owner } },
        body,
        headers: { ...headers },
      }),
    );

/** Revokes a password, or all of an account. */
export const revokePassword =
  (owner: Owner) =>
  async (uuid: string | 'all', headers: WriteHeaders): Promise<void> => {
    const options = { headers: { ...headers } };
    await (uuid === 'all'
      ? answerOf(
          shop.DELETE('/cms/v2/users/{user_id}/application-passwords', {
            params: { path: { user_id: owner } },
            ...options,
          }),
        )
      : answerOf(
          shop.DELETE('/cms/v2/users/{user_id}/application-passwords/{uuid}', {
            params: { path: { user_id: owner, uuid } },
            ...options,
          }),
        ));
  };
