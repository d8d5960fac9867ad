/** Rules of the pages behind the design tokens: one file, so that no inline styles are needed. */
export const adminStyle = `* { box-sizing: border-box; }
.site::before {
  content: "";
  display: block;
  height: var(--logo-height);
  background: var(--logo) left center / contain no-repeat;
}
body {
  margin: 0;
  padding: 1.5rem 1rem 3rem;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.55 var(--font);
  overflow-wrap: anywhere;
}
main, .site {
  max-width: 34rem;
  margin: 0 auto;
}
.site {
  padding: 0 0.25rem 0.75rem;
  color: var(--soft);
  font-weight: 600;
}
main {
  padding: 1.75rem;
  background: var(--sheet);
  border: 1px solid var(--edge);
  border-radius: var(--radius);
}
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 0 0 0.25rem; font-size: 1rem; }
p { margin: 0 0 1rem; }
p:last-child, dl:last-child { margin-bottom: 0; }
a { color: var(--accent); }
code, .secret { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.soft { color: var(--soft); font-size: 0.9375rem; }
.box {
  margin: 0 0 1.25rem;
  padding: 0.875rem 1rem;
  border: 1px solid var(--edge);
  border-left: 0.3rem solid var(--line);
  border-radius: 0.4rem;
}
.warn { background: var(--warn-ground); border-color: var(--warn); }
.bad { background: var(--bad-ground); border-color: var(--bad); }
.where { list-style: none; margin: 0 0 1.5rem; padding: 0; }
.where li { padding: 0.75rem 0; border-top: 1px solid var(--edge); }
.where li:last-child { border-bottom: 1px solid var(--edge); }
.where strong { display: block; }
.where .host { display: inline; }
.where code { display: block; margin-top: 0.25rem; color: var(--soft); font-size: 0.875rem; }
label { display: block; margin-bottom: 0.375rem; font-weight: 600; }
input[type="text"], input[type="password"] {
  display: block;
  width: 100%;
  min-height: 2.75rem;
  margin-bottom: 1.25rem;
  padding: 0.5rem 0.75rem;
  color: var(--ink);
  background: var(--sheet);
  border: 1px solid var(--line);
  border-radius: 0.4rem;
  font: inherit;
}
input[aria-invalid="true"] { border: 2px solid var(--bad); }
.aside { margin-bottom: 1.25rem; }
input[hidden] { display: none; }
.check { display: flex; gap: 0.625rem; align-items: flex-start; font-weight: 400; }
.check input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; accent-color: var(--accent); }
.hint { margin: -0.9rem 0 1.25rem; }
.qr { display: block; width: 18rem; max-width: 100%; height: auto; margin: 0 0 1rem; background: #ffffff; border-radius: 0.4rem; }
.typed { padding: 0.75rem; border: 1px solid var(--edge); border-radius: 0.4rem; }
.choices { display: flex; flex-wrap: wrap; gap: 0.75rem; }
button {
  flex: 1 1 12rem;
  min-height: 2.875rem;
  padding: 0.5rem 1.25rem;
  color: var(--accent);
  background: transparent;
  border: 1px solid currentColor;
  border-radius: 0.4rem;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button.main { color: var(--accent-ink); background: var(--accent); border-color: var(--accent); }
button.plain {
  min-height: 0;
  padding: 0;
  border: 0;
  font-weight: 400;
  text-decoration: underline;
}
a:focus-visible, button:focus-visible, input:focus-visible, [tabindex]:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
}
h1[tabindex]:focus-visible { outline: none; }
.secret {
  display: block;
  margin: 0 0 1.25rem;
  padding: 1rem;
  border: 1px dashed var(--line);
  border-radius: 0.4rem;
  font-size: 1.25rem;
  line-height: 1.6;
  text-align: center;
  word-spacing: 0.15em;
  text-wrap: balance;
  user-select: all;
  -webkit-user-select: all;
}
.code {
  display: block;
  width: 18rem;
  max-width: 100%;
  height: auto;
  margin: 0 auto 1rem;
  background: #ffffff;
  border-radius: 0.4rem;
}
.numbers button { flex: 1 1 5rem; padding: 0.5rem 0.25rem; font-size: 1.75rem; white-space: nowrap; }
.list { margin: 1.75rem 0 0.5rem; }
.after { margin-top: 1rem; }
form + form, form + p, .choices + .choices { margin-top: 1rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; margin: 0 0 1.25rem; }
dt { color: var(--soft); }
dd { margin: 0; font-weight: 600; }
@media (max-width: 30rem) {
  body { padding: 0.75rem 0.5rem 2rem; }
  main { padding: 1.25rem 1rem; }
  button { flex-basis: 100%; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: 0.5rem; }
}
`;
