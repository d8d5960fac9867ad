/** The documentation page; `base` is the relative path to its files, so that no redirect is needed. */
export const docsHtml = (base: '' | 'docs/'): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Interfaces</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}swagger-ui.css">
<link rel="stylesheet" href="${base}docs.css">
</head>
<body>
<header>
<form class="swagger-ui wrapper">
<label>Interface <select name="interface"><option value="openapi.json">Inventory</option><option value="openapi-shop.json">Shop</option></select></label>
<label>Access token <input name="token" type="password" autocomplete="off"></label>
<button>Show the interface</button>
<output></output>
<p>An access token is the <code>access_token</code> in the answer of <code>POST users/login</code>. On this machine, and with
<code>HTTP_PUBLIC_DOCS</code>, the descriptions need none; requests that you try out here do.</p>
</form>
</header>
<div id="interface"><main></main></div>
<script src="${base}swagger-ui-bundle.js"></script>
<script src="${base}start.js"></script>
</body>
</html>
`;

/** Looks of the form, of the page in the dark, and colours that are too pale in the light. */
export const docsStyle = `:root { color-scheme: light dark; }
body { margin: 0; }
form { padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
form label { margin-right: 1rem; }
form p { max-width: 48rem; margin: 0.75rem 0 0; color: #4a5563; }
html.dark-mode body { background: #12161c; }
html.dark-mode form, html.dark-mode form label, html.dark-mode form output { color: #e8ebef; }
html.dark-mode form p { color: #b3bcc8; }
html:not(.dark-mode) .swagger-ui .info .title small { background: #5a6270; }
html:not(.dark-mode) .swagger-ui .info .title small.version-stamp { background: #4a6a12; }
html:not(.dark-mode) .swagger-ui .info .title small pre { color: #fff; }
html:not(.dark-mode) .swagger-ui .info a, html:not(.dark-mode) .swagger-ui .info .url { color: #1f5fbf; }
html:not(.dark-mode) .swagger-ui .btn.authorize { border-color: #1a7f4f; color: #1a7f4f; }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: #1a7f4f; }
html:not(.dark-mode) .swagger-ui .json-schema-2020-12-expand-deep-button { color: #595959; }
html:not(.dark-mode) .swagger-ui .opblock .opblock-summary-method { text-shadow: none; }
html:not(.dark-mode) .swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1f5fbf; }
html:not(.dark-mode) .swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1a7f4f; }
html:not(.dark-mode) .swagger-ui .opblock.opblock-put .opblock-summary-method { background: #9a5b00; }
html:not(.dark-mode) .swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #17776a; }
html:not(.dark-mode) .swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b42318; }
`;

/** Loads the API description with the entered token, or directly if it is public. The token is not stored. */
export const docsScript = `'use strict';
(() => {
  const base = document.currentScript.src;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();
  const form = document.querySelector('form');
  const withToken = (token) => (token ? { Authorization: 'Bearer ' + token } : {});

  // Ranks, regions and names for assistive technology that the interface does not set itself.
  const assist = () => {
    const set = (selector, attributes) => {
      for (const each of document.querySelectorAll(selector)) Object.assign(each, attributes);
    };
    set('h3.opblock-tag, section.models > h4', { ariaLevel: '2' });
    set('.information-container', { role: 'region', ariaLabel: 'About' });
    set('.schemes-server-container', { role: 'region', ariaLabel: 'Server and authorisation' });
    set('#servers', { ariaLabel: 'Server' });
  };

  async function show(token) {
    const description = new URL('../' + form.elements.interface.value, base).href;
    const answer = await fetch(description, { headers: withToken(token) });
    form.querySelector('output').textContent = token && !answer.ok ? 'That token does not open it.' : '';
    if (!answer.ok) return;
    SwaggerUIBundle({
      dom_id: '#interface',
      url: description,
      validatorUrl: null,
      onComplete: assist,
      requestInterceptor: (request) => {
        if (new URL(request.url, location.href).origin === location.origin) Object.assign(request.headers, withToken(token));
        return request;
      },
    });
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    show(form.elements.token.value.trim().replace(/^Bearer +/i, ''));
  });
  form.elements.interface.addEventListener('change', () => form.requestSubmit());
  show('');
})();
`;
