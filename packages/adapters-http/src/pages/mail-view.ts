import { anonymous } from '@backroom/core';
import { OK } from '@backroom/core/interface';
import type { MailRecord, ViewedMail } from '@backroom/core/notifications';
import type { RenderedPage } from '../common/write-answer.ts';
import type { AdminRequest, PageRoute } from './admin.ts';
import { html } from './html.ts';

/** No script, no forms, no requests: the content of a mail is untrusted. */
const policy = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
];

const headers = {
  'cache-control': 'private, no-store',
  'content-security-policy': policy.join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

/** Shows one mail to holders of its signed address: the content in a sandbox, or the dialogue with the mail server. */
export const mailView: PageRoute = {
  isForAll: true,
  async get(call) {
    const { core } = call.admin;
    const viewed = await core.notifications.viewMail({ ...anonymous, origin: call.request.origin }, addressIn(call));
    return { status: OK, headers, contentType: 'text/html; charset=utf-8', content: documentOf(viewed) };
  },
};

const addressIn = ({ given }: AdminRequest) => ({
  id: given.get('id') ?? '',
  type: given.get('type') ?? '',
  expires: given.get('expires') ?? '',
  signature: given.get('signature') ?? '',
});

const style = `body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: #1b2430; background: #ffffff; overflow-wrap: anywhere; }
main { max-width: 48rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.25rem; } dl { margin: 0 0 1rem; } dt { font-weight: 600; } dd { margin: 0 0 0.25rem; }
pre { white-space: pre-wrap; } iframe { width: 100%; min-height: 30rem; border: 1px solid #8a94a3; }`;

function documentOf({ record, type }: ViewedMail): RenderedPage['content'] {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${record.subject}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${record.subject}</h1>
<dl>
<dt>To</dt><dd>${record.to.join(', ')}</dd>
<dt>From</dt><dd>${record.from}</dd>
<dt>Date</dt><dd>${record.createdAt.toISOString()}</dd>
<dt>Status</dt><dd>${record.status}${record.fault !== null && html`: ${record.fault.message}`}</dd>
</dl>
${type === 'log' ? contentOf(record) : html`<pre>${record.transcript === '' ? 'There is no dialogue yet.' : record.transcript}</pre>`}
</main>
</body>
</html>
`.text;
}

/** The HTML of the mail in a frame of its own, without any permission. */
const contentOf = ({ body }: MailRecord) =>
  body === null
    ? html`<p>The content of this mail is not stored, because it gave access to an account.</p>`
    : html`<iframe title="Content of the mail" sandbox="" srcdoc="${body.html}"></iframe>
<h2>As text</h2>
<pre>${body.text}</pre>`;
