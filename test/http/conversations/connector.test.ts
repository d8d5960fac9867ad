import { Ed25519SigningKeys } from '@backroom/adapters-node';
import { storesOf } from '@backroom/adapters-persistence';
import type { SiteCall } from '@backroom/core/connector';
import { describe, expect, it } from 'vitest';
import { activeExtension } from '../../support/extensions/host.ts';
import { workOff } from '../../support/jobs.ts';
import { signedInBrowser } from '../../support/page-browser.ts';
import { askShop } from '../../support/shop-client.ts';
import {
  askForPairing,
  fieldsIn,
  openTwoSites,
  type PairedWorld,
  pairingAt,
  pairSites,
  sendAgain,
} from '../../support/site-pairs.ts';

const page = '/cms-admin/connector';
const HOUR = 3_600_000;

describe.each(['embedded', 'postgres'] as const)('the connector (%s)', (kind) => {
  const sites = openTwoSites(kind);
  const both = async () => Promise.all([pairingAt(sites().desk), pairingAt(sites().branch)]);
  const states = async () => (await both()).map(({ state }) => state);
  const ask = ({ world }: PairedWorld, method: string, route: string, body?: unknown, bearer?: string) =>
    askShop(world, method, route, { ...(body !== undefined && { body }), ...(bearer !== undefined && { bearer }) });
  const work = async ({ world: { application } }: PairedWorld) =>
    workOff(application.core, await application.actor('system'));
  const unpair = async ({ world: { application } }: PairedWorld) =>
    application.core.connector.unpairSite(await application.actor('system'), {});
  const freshPair = async () => {
    const { desk, branch } = sites();
    for (const each of [desk, branch]) if ((await pairingAt(each)).state !== 'none') await unpair(each);
    await pairSites(desk, branch);
    expect(await states()).toEqual(['paired', 'paired']);
  };
  const check = async ({ world: { application } }: PairedWorld) =>
    application.core.connector.checkPairing(await application.actor('system'), {});
  /** The last signed request of a site to this path. */
  const lastSigned = ({ connector }: PairedWorld, end: string): SiteCall => {
    const call = connector.calls.findLast(({ url, headers }) => url.includes(end) && 'x-site-signature' in headers);
    if (!call) throw new Error(`Nothing was signed for ${end}.`);
    return call;
  };
  const beat = async (site: PairedWorld) => {
    const { application } = site.world;
    const isDue = await application.core.connector.sendHeartbeatWhenDue(await application.actor('system'), {});
    await work(site);
    return isDue;
  };

  it('leads a browser from one site to the other and back', async () => {
    const { desk, branch } = sites();
    const goal = 'https://front.example/started?step=2';
    const token = desk.world.ada.token ?? '';
    const connect = await ask(desk, 'GET', '/shop-admin/plugins/connect-connector', undefined, token);
    expect(connect.body).toEqual({ slug: 'connector', name: 'Connector', connectAction: `${desk.world.url}${page}` });
    const begun = await ask(
      desk,
      'GET',
      `/shop-admin/onboarding/plugins/connector-authorization-url?redirect_url=${encodeURIComponent(goal)}`,
      undefined,
      token,
    );
    expect(begun).toMatchObject({ status: 200, body: { success: true, errors: [], color_scheme: 'default' } });
    const address = new URL(String(begun.body.url));
    expect(address.origin + address.pathname).toBe(`${branch.world.url}${page}`);
    expect(address.searchParams.get('from')).toBe('shop-onboarding');
    expect(await states()).toEqual(['requested', 'offered']);
    const browser = await signedInBrowser(() => branch.world, branch.world.ada);
    const { text, headers } = await browser.ask(address.pathname + address.search);
    expect(headers.get('content-security-policy')).toContain(`form-action 'self' ${desk.world.url}`);
    expect(text).toContain('The desk');
    const approved = await browser.send(page, { ...fieldsIn(text), approve: '1' });
    const back = new URL(approved.headers.get('location') ?? '');
    expect([approved.status, back.origin, back.pathname]).toEqual([302, desk.world.url, page]);
    expect(await states()).toEqual(['paired', 'paired']);
    const home = await signedInBrowser(() => desk.world, desk.world.ada);
    expect((await home.ask(back.pathname + back.search)).headers.get('location')).toBe(goal);
    const [one, other] = await both();
    expect([one.ownKeyId, one.remoteKeyId]).toEqual([other.remoteKeyId, other.ownKeyId]);
    expect(JSON.stringify([one, other])).not.toContain('sealed');
  });

  it('keeps redirects on this site and allowed ones', async () => {
    const { desk } = sites();
    const token = desk.world.ada.token ?? '';
    const hostile = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'https:/\\evil.example',
      'https://front.example@evil.example/',
      'https://front.example.evil.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://front.example:8443/',
      `${desk.world.url}@evil.example/`,
      'https://front.example/\nx',
      '',
      ' https://front.example/',
      `https://front.example/${'x'.repeat(2_000)}`,
    ];
    for (const address of hostile) {
      const query = `redirect_url=${encodeURIComponent(address)}`;
      const connect = await ask(desk, 'GET', `/shop-admin/plugins/connect-connector?${query}`, undefined, token);
      expect([connect.status, connect.body.code], address).toEqual([400, 'rest_invalid_param']);
      const authorize = `/shop-admin/onboarding/plugins/connector-authorization-url?${query}`;
      const begun = await ask(desk, 'GET', authorize, undefined, token);
      expect([begun.status, begun.body.success, begun.body.url], address).toEqual([200, false, '']);
    }
  });

  it('answers statistics for administrators and signed requests', async () => {
    await freshPair();
    const { desk, branch } = sites();
    const route = '/connector/v4/heartbeat/data';
    const mara = await ask(branch, 'GET', route, undefined, branch.world.mara.token ?? '');
    expect([mara.status, mara.body.code]).toEqual([403, 'invalid_permission_heartbeat_data']);
    const anonymous = await ask(branch, 'GET', route);
    expect([anonymous.status, anonymous.body.code]).toEqual([401, 'invalid_permission_heartbeat_data']);
    const { extensions } = storesOf(branch.world.application.database);
    await extensions.insert(activeExtension('tills'));
    await extensions.insert(activeExtension('scales', { isActive: false, state: 'inactive' }));
    await extensions.insert(activeExtension('labels'));
    const ada = await ask(branch, 'GET', `${route}?prefix=v2-`, undefined, branch.world.ada.token ?? '');
    expect(ada.body).toMatchObject({
      'v2-site-name': 'The branch',
      'v2-ssl': false,
      'v2-is-https': 'http',
      'v2-tills': 3,
      'v2-plugins': 'labels,tills',
    });
    expect(Object.keys(ada.body).every((name) => name.startsWith('v2-'))).toBe(true);
    expect(await check(desk)).toMatchObject({ 'site-name': 'The branch', tills: 3 });
    const signed = lastSigned(desk, '/heartbeat/data');
    expect(await sendAgain(signed)).toMatchObject({ status: 401, code: 'invalid_permission_heartbeat_data' });
    const other = await sendAgain(signed, { url: `${signed.url}&prefix=x` });
    expect(other).toMatchObject({ status: 401, code: 'invalid_permission_heartbeat_data' });
  });

  it('sends a heartbeat once in 23 hours', async () => {
    await freshPair();
    const { desk, branch } = sites();
    expect(await beat(desk)).toBe(true);
    const heard = (await pairingAt(branch)).heard;
    expect(heard?.statistics).toMatchObject({ 'site-name': 'The desk', tills: 3, charset: 'UTF-8' });
    expect(JSON.stringify(heard)).not.toMatch(/127\.0\.0|No name/);
    expect(await beat(desk)).toBe(false);
    for (const each of [desk, branch]) await each.world.later(23 * HOUR - 60_000);
    expect(await beat(desk)).toBe(false);
    for (const each of [desk, branch]) await each.world.later(60_000);
    expect(await beat(desk)).toBe(true);
    expect((await pairingAt(branch)).heard?.id).not.toBe(heard?.id);
  });

  it('refuses replays, other times, other bodies and other signatures, and confirms such errors of the other site', async () => {
    await freshPair();
    const { desk, branch } = sites();
    await beat(desk);
    const signed = lastSigned(desk, '/heartbeat');
    const keys = new Ed25519SigningKeys();
    const { privateKey } = keys.create();
    const heard = (await pairingAt(branch)).heard;
    const refusals: [string, Record<string, string>, string?][] = [
      ['connector_replayed', {}],
      ['connector_body_mismatch', {}, JSON.stringify({ id: 'other', statistics: {} })],
      ['connector_signature_invalid', { 'x-site-nonce': 'n'.repeat(32) }],
      ['connector_signature_invalid', { 'x-site-signature': keys.sign(privateKey, 'any text') }],
      ['connector_signature_invalid', { 'x-site-signature': '' }],
      ['connector_nonce_invalid', { 'x-site-nonce': 'short' }],
      ['connector_nonce_invalid', { 'x-site-nonce': "n'; drop table connector_nonce; --" }],
      ['connector_clock_skew', { 'x-site-timestamp': 'now' }],
      ['connector_clock_skew', { 'x-site-timestamp': '-1' }],
      ['connector_clock_skew', { 'x-site-timestamp': '999999999999' }],
      ['connector_clock_skew', { 'x-site-timestamp': '' }],
      ['connector_unknown_site', { 'x-site-id': '' }],
      ['connector_unknown_site', { 'x-site-id': '00000000-0000-4000-8000-000000000000' }],
    ];
    for (const [code, headers, body] of refusals) {
      const refused = await sendAgain(signed, { headers, ...(body !== undefined && { body }) });
      expect([refused.status, refused.code], JSON.stringify(headers)).toEqual([401, code]);
    }
    branch.world.clock.advance(6 * 60_000);
    expect((await sendAgain(signed)).code).toBe('connector_clock_skew');
    expect((await pairingAt(branch)).heard).toEqual(heard);
    desk.world.clock.advance(6 * 60_000);
    await work(branch);
    // Only errors of a request that the desk did send are confirmed, one for each request.
    expect((await pairingAt(branch)).errors.map(({ errorCode }) => errorCode)).toHaveLength(1);
  });

  it('accepts no forged errors', async () => {
    await freshPair();
    const { desk, branch } = sites();
    const known = (await pairingAt(branch)).errors;
    await check(desk);
    const signed = lastSigned(desk, '/heartbeat/data');
    for (const letter of ['a', 'b', 'c'])
      await sendAgain(signed, { headers: { 'x-site-nonce': letter.repeat(32), 'x-site-timestamp': '1' } });
    const jobs = await work(branch);
    expect(jobs.some(({ kind: name, state }) => name === 'connector.report' && state === 'done')).toBe(true);
    expect((await pairingAt(branch)).errors).toEqual(known);
    const verify = (nonce: unknown) => ask(branch, 'POST', '/connector/v4/verify_xmlrpc_error', { nonce });
    for (const nonce of ['', 'a'.repeat(32), 'x'.repeat(5_000), '%00', '0'])
      expect([(await verify(nonce)).status, (await verify(nonce)).text]).toEqual([200, 'false']);
    for (const wrong of [{}, { nonce: [1] }, { nonce: { $ne: 1 } }, { nonce: null }]) {
      const answer = await ask(branch, 'POST', '/connector/v4/verify_xmlrpc_error', wrong);
      expect(answer.status, JSON.stringify(wrong)).toBe(400);
    }
  });

  it('accepts requests of the configured site only, during its own request', async () => {
    const { desk, branch } = sites();
    for (const each of [desk, branch]) if ((await pairingAt(each)).state !== 'none') await unpair(each);
    const register = (site_url: unknown) => ask(branch, 'POST', '/cms/v2/connector/register', { site_url });
    expect(await register('https://evil.example')).toMatchObject({
      status: 403,
      body: { code: 'connector_foreign_site' },
    });
    expect(await register(`${desk.world.url}/`)).toMatchObject({
      status: 409,
      body: { code: 'connector_peer_refused' },
    });
    for (const wrong of [undefined, 7, '', 'x'.repeat(2_001), [], {}]) expect((await register(wrong)).status).toBe(400);
    expect(await states()).toEqual(['none', 'none']);
    expect(await ask(desk, 'GET', '/cms/v2/connector/offer')).toMatchObject({ status: 404 });
  });

  it('ends a half pairing after ten minutes, which signed nothing', async () => {
    const { desk, branch } = sites();
    const sent = desk.connector.calls.length;
    await askForPairing(desk);
    await askForPairing(desk);
    await expect(askForPairing(branch)).rejects.toMatchObject({ code: 'connector_pairing_in_progress' });
    await expect(check(desk)).rejects.toMatchObject({ code: 'connector_not_paired' });
    expect(await beat(desk)).toBe(false);
    const browser = await signedInBrowser(() => branch.world, branch.world.ada);
    const form = fieldsIn((await browser.ask(page)).text);
    for (const each of [desk, branch]) each.world.clock.advance(10 * 60_000);
    expect(await states()).toEqual(['none', 'none']);
    const late = await browser.send(page, { ...form, approve: '1' });
    expect([late.status, late.text.includes('expired')]).toEqual([409, true]);
    const calls = [...desk.connector.calls.slice(sent), ...branch.connector.calls];
    expect(desk.connector.calls.slice(sent).filter(({ headers }) => 'x-site-signature' in headers)).toEqual([]);
    expect(calls.length).toBeGreaterThan(0);
  });

  it('ends on both sides, also where the other site could not be reached', async () => {
    await freshPair();
    const { desk, branch } = sites();
    expect(await unpair(desk)).toEqual({ site: branch.world.url, isAnnounced: true });
    expect(await states()).toEqual(['none', 'none']);
    await freshPair();
    desk.connector.other = undefined;
    expect(await unpair(desk)).toMatchObject({ isAnnounced: false });
    desk.connector.other = branch.world;
    expect(await states()).toEqual(['none', 'paired']);
    await expect(check(branch)).rejects.toMatchObject({ code: 'connector_peer_refused' });
    expect(await states()).toEqual(['none', 'none']);
  });

  it('is for administrators, and its changes are in the audit log', async () => {
    const { desk } = sites();
    const { application, mara } = desk.world;
    const browser = await signedInBrowser(() => desk.world, mara);
    expect((await browser.ask(page)).status).toBe(403);
    const { entries } = await application.core.audit.listAuditEntries(await application.actor('system'), {
      page: 1,
      perPage: 200,
    } as never);
    const actions = new Set((entries as readonly { readonly action: string }[]).map(({ action }) => action));
    for (const action of ['connector.request', 'connector.pair', 'connector.unpair']) expect(actions).toContain(action);
  });
});
