import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../api/inventory.d.ts';
import { answerOf, inventory, pageOf, shop } from '../client.ts';
import { Refused } from '../refusal.ts';
import { sendJson } from '../send.ts';
import type { WriteHeaders } from '../writing.ts';

export type Extension = Schemas['Extension'];
export type ExtensionOffer = Schemas['ExtensionOffer'];
export type InspectedExtension = Schemas['InspectedExtension'];
export type ExtensionSetting = Schemas['ExtensionSetting'];

const meta = { topics: ['settings'] };
const LOOK_AGAIN = 2_000;

export const extensionsQuery = queryOptions({
  queryKey: ['extensions'],
  queryFn: ({ signal }) => answerOf(inventory.GET('/extensions', { signal })),
  // One that is being loaded gets another state by itself.
  refetchInterval: ({ state }) => (state.data?.some((each) => each.state === 'starting') ? LOOK_AGAIN : false),
  meta,
});

export const offersPerPage = 50;

/** Products of the catalogue. */
export const offersQuery = (type: 'plugin' | 'theme', page: number) =>
  queryOptions({
    queryKey: ['extension-offers', type, page],
    queryFn: ({ signal }) =>
      pageOf(
        inventory.GET('/extension-offers', { params: { query: { type, page, per_page: offersPerPage } }, signal }),
      ),
    meta,
  });

/** What the package of an extension asks for. */
export const inspectedQuery = (slug: string) =>
  queryOptions({
    queryKey: ['extension-inspected', slug],
    queryFn: ({ signal }) =>
      sendJson<InspectedExtension>(`/extension-offers/${slug}/inspect`, { method: 'POST', signal }),
    gcTime: 0,
    retry: false,
  });

/** The log of an extension that is in the list of the given time: after each event the list is read first, as it may be removed. */
export const extensionLogQuery = (slug: string, listedAt: number) =>
  queryOptions({
    queryKey: ['extension-log', slug, listedAt],
    queryFn: ({ signal }) => answerOf(inventory.GET('/extensions/{slug}/log', { params: { path: { slug } }, signal })),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/** The settings of an extension that runs since a moment; they change by the own form only. */
export const extensionSettingsQuery = ({ slug, activated_at: since }: Pick<Extension, 'slug' | 'activated_at'>) =>
  queryOptions({
    queryKey: ['extension-settings', slug, since],
    queryFn: ({ signal }) =>
      answerOf(inventory.GET('/extensions/{slug}/settings', { params: { path: { slug } }, signal })),
  });

/** Changes settings of an extension; null restores a default. */
export const saveExtensionSettings =
  (slug: string) =>
  (values: object, headers: WriteHeaders): Promise<unknown> =>
    answerOf(shop.POST(`/x/${slug}/v1/settings` as never, { body: { values }, headers: { ...headers } } as never));

/** What is done with an extension. */
export type ExtensionAct =
  | { readonly act: 'install' | 'activate' | 'deactivate' | 'update' | 'downgrade'; readonly slug: string }
  | { readonly act: 'remove'; readonly slug: string; readonly keepsData: boolean };

/** The key of the mutation that removes an extension. */
export const removalKey = (slug: string) => ['extension-removal', slug];

/** Reason of an update that was rolled back; null for every other outcome. */
export interface ActionResult {
  readonly reason: string | null;
}

/**
 * Does one thing with an extension.
 * @throws Refused, also where the answer of an installation or activation has a reason for this extension
 */
export async function actOnExtension(given: ExtensionAct, headers: WriteHeaders): Promise<ActionResult> {
  const { act, slug } = given;
  const none = { reason: null };
  if (act === 'remove') {
    const path = `/extensions/${slug}?keep_data=${given.keepsData}`;
    await sendJson(path, { method: 'DELETE', headers: { ...headers } });
    return none;
  }
  if (act === 'install' || act === 'activate') {
    demandDone(slug, await setUp(act, slug, headers));
    return none;
  }
  const answer = await sendJson<{ readonly outcome?: string; readonly reason?: string | null }>(
    `/extensions/${slug}/${act}`,
    { method: 'POST', headers: { ...headers } },
  );
  return answer.outcome === 'rolled_back' ? { reason: answer.reason ?? '' } : none;
}

type Setup = Awaited<ReturnType<typeof setUp>>;

const setUp = (act: 'install' | 'activate', slug: string, headers: WriteHeaders) => {
  const asked = { body: { plugins: [slug] }, headers: { ...headers } };
  return act === 'install'
    ? answerOf(shop.POST('/shop-admin/plugins/install', asked))
    : answerOf(shop.POST('/shop-admin/plugins/activate', asked));
};

/** The reason of one extension is inside of an answer with 200. */
function demandDone(slug: string, { errors }: Setup): void {
  const reasons = errors?.errors[slug];
  if (reasons === undefined) return;
  const message = reasons.join(' ');
  throw new Refused(new Response(null, { status: 409 }), { message });
}

/**
 * Has the server read the catalogue again.
 * @throws Refused with the fault of the source
 */
export async function refreshCatalogue(_: undefined, headers: WriteHeaders): Promise<void> {
  await answerOf(shop.POST('/shop/v3/marketplace/refresh', { headers: { ...headers } }));
}
