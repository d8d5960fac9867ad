import { beginPairing, checkPairing, type PairingReport, showPairing, unpairSite } from '@backroom/core/connector';
import { flag } from '@backroom/core/interface';
import { type Command, command } from '../../command.ts';
import { pairs } from '../../print.ts';

const pair = command({
  name: 'connector pair',
  group: 'Run the server',
  summary: 'Ask the site of CONNECTOR_URL to be paired; prints the address where its administrator approves.',
  examples: ['backroom connector pair'],
  async run({ print, run, backend }) {
    // The address of the running server, whose settings may differ from those of this command.
    const { url: siteUrl } = await backend();
    const { authorizeUrl, expiresAt } = await run(beginPairing, { siteUrl });
    print.say(`An administrator of the other site approves there, until ${expiresAt.toISOString()}.`);
    print.result({ authorize_url: authorizeUrl, expires_at: expiresAt.toISOString() }, [authorizeUrl]);
  },
});

const status = command({
  name: 'connector status',
  group: 'Run the server',
  summary: 'Show the pairing with the other site, its last heartbeat and confirmed errors.',
  examples: ['backroom connector status', 'backroom connector status --check'],
  flags: { check: flag({ description: 'Read the statistics of the other site now, by a signed request.' }) },
  async run({ print, run, settings }, { check: isCheck }) {
    const statistics = isCheck ? await run(checkPairing, {}) : undefined;
    const report = await run(showPairing, {});
    const { outbound } = await settings({}, { needsKeys: false });
    const document = { ...documentOf(report, outbound.allow), ...(statistics && { statistics }) };
    print.result(document, pairs(linesOf(document)));
  },
});

const unpair = command({
  name: 'connector unpair',
  group: 'Run the server',
  summary: 'End the pairing, or a request to be paired.',
  examples: ['backroom connector unpair'],
  async run(context) {
    await context.confirm('End the pairing with the other site?');
    const { site, isAnnounced } = await context.run(unpairSite, {});
    if (!isAnnounced)
      context.print.say('The other site could not be reached; it ends the pairing at its next exchange.');
    context.print.result({ site, announced: isAnnounced }, []);
  },
});

const documentOf = (report: PairingReport, allow: readonly string[]) => ({
  state: report.state,
  site: report.remote?.url ?? report.address,
  site_name: report.remote?.name ?? null,
  own_key: report.ownKeyId,
  other_key: report.remoteKeyId,
  expires_at: timeOf(report.expiresAt),
  paired_at: timeOf(report.pairedAt),
  heartbeat_sent_at: timeOf(report.sentAt),
  heartbeat_received_at: timeOf(report.heard?.at ?? null),
  fault: report.fault,
  errors: report.errors.map(({ errorCode, userId, errorMessage, timestamp }) => ({
    error_code: errorCode,
    user_id: userId,
    error_message: errorMessage,
    timestamp: timestamp.toISOString(),
  })),
  outbound_allow: allow,
});

const timeOf = (time: Date | null): string | null => time?.toISOString() ?? null;

const linesOf = ({
  errors,
  outbound_allow: allow,
  site_name: name,
  statistics,
  ...document
}: ReturnType<typeof documentOf> & { readonly statistics?: object }): Readonly<Record<string, unknown>> => ({
  ...document,
  site_name: name?.replace(/\p{Cc}+/gu, ' '),
  errors: errors.map((each) => `${each.error_code} (${each.timestamp})`).join(', '),
  outbound_allow: allow.join(', '),
  ...(statistics && { statistics: JSON.stringify(statistics) }),
});

/** Pairs the installation with another one. */
export const connector: readonly Command[] = [pair, status, unpair];
