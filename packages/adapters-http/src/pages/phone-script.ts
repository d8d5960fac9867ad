/** Script of the page for phones: asks for the state of the shown code, and shows the new page when the state changes. */
export const phoneScript = `'use strict';
const period = 2500;
const formOf = () => document.querySelector('form[data-poll]');
async function look(form) {
  // A field is called action, too.
  const answer = await fetch(form.getAttribute('action'), { method: 'POST', body: new URLSearchParams(new FormData(form)) });
  if (!answer.ok || formOf() !== form) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const before = document.querySelector('main');
  const next = page.querySelector('main');
  if (!next || next.dataset.state === before.dataset.state) return;
  before.replaceWith(document.adoptNode(next));
  document.title = page.title;
  const heading = document.querySelector('h1');
  heading.tabIndex = -1;
  heading.focus();
}
async function poll() {
  const form = formOf();
  if (!form) return;
  await look(form).catch(() => {});
  setTimeout(poll, period);
}
setTimeout(poll, period);
`;
