import type { PairingReport } from '@backroom/core/connector';
import { type Html, html } from '../html.ts';

/** The state of the pairing in a sentence, with its details. */
export function pairingOf(report: PairingReport): Html {
  const { address, remote, state } = report;
  if (address === null && remote === null) return html`<p>No other site is configured (CONNECTOR_URL).</p>`;
  return html`<p>${sentences[state]}</p>
<dl>
<dt>Other site</dt><dd>${remote?.name ? `${remote.name}, ` : ''}${remote?.url ?? address ?? ''}</dd>
${report.remoteKeyId !== null && html`<dt>Its key</dt><dd><code>${inGroups(report.remoteKeyId)}</code></dd>`}
${report.ownKeyId !== null && html`<dt>Key of this site</dt><dd><code>${inGroups(report.ownKeyId)}</code></dd>`}
${row('Ends', report.expiresAt)}${row('Paired', report.pairedAt)}${row('Last heartbeat sent', report.sentAt)}${row(
  'Last heartbeat received',
  report.heard?.at ?? null,
)}
${report.fault !== null && html`<dt>Last fault</dt><dd><code>${report.fault}</code></dd>`}
</dl>
${
  report.errors.length > 0 &&
  html`<h2>Confirmed errors</h2>
<ul>${report.errors.map(
    ({ errorCode, errorMessage, timestamp }) =>
      html`<li>${momentOf(timestamp)}: ${errorMessage} (<code>${errorCode}</code>)</li>`,
  )}</ul>`
}`;
}

const sentences: Readonly<Record<PairingReport['state'], string>> = {
  none: 'This site is not paired.',
  requested: 'This site asks to be paired. An administrator of the other site has to approve.',
  offered:
    'The other site asks to be paired with this one. Paired sites exchange statistics daily, by signed requests.',
  approved: 'The pairing is approved here. The other site has not confirmed it yet.',
  paired: 'The sites are paired.',
};

/** The buttons of a state; undefined without any. */
export function choicesOf({ address, state }: PairingReport): Html | undefined {
  if (state === 'offered')
    return html`<button class="main" name="approve" value="1">Approve the pairing</button>
<button name="reject" value="1">Refuse</button>`;
  if (state === 'paired' || state === 'approved')
    return html`<button class="main" name="check" value="1">Check the pairing</button>
<button name="unpair" value="1">End the pairing</button>`;
  if (address === null) return undefined;
  const again = html`<button class="main" name="pair" value="1">Ask the other site</button>`;
  return state === 'none' ? again : html`${again}<button name="unpair" value="1">Withdraw the request</button>`;
}

const row = (name: string, time: Date | null): Html | false =>
  time !== null && html`<dt>${name}</dt><dd>${momentOf(time)}</dd>`;

const momentOf = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** A fingerprint in groups of four, which can break between lines. */
const inGroups = (id: string): string => id.replace(/(.{4})(?=.)/g, '$1 ');
