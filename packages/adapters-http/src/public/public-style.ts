/** Rules of the public site and its frames, behind the design tokens. */
export const publicStyle = `* { box-sizing: border-box; }
.site::before {
  content: "";
  display: block;
  height: var(--logo-height);
  background: var(--logo) left center / contain no-repeat;
}
body {
  margin: 0;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.6 var(--font);
  overflow-wrap: anywhere;
}
a { color: var(--accent); }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 0.2rem; }
.site, main, .foot { max-width: 46rem; margin: 0 auto; padding: 1rem; }
main:first-child { margin-top: 1.5rem; }
.site { padding-top: 1.5rem; font-size: 1.125rem; font-weight: 700; }
.site a { color: inherit; text-decoration: none; }
.site a:hover { text-decoration: underline; }
main {
  padding: 1.75rem;
  background: var(--sheet);
  border: 1px solid var(--edge);
  border-radius: var(--radius);
}
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.25; }
h2, h3, h4, h5, h6 { margin: 1.5rem 0 0.5rem; line-height: 1.3; }
p { margin: 0 0 1rem; }
img { max-width: 100%; height: auto; }
.picture { display: block; max-height: 24rem; margin: 0 0 1.25rem; border-radius: 0.5rem; }
.price { font-size: 1.375rem; font-weight: 700; }
.price s { margin-right: 0.5rem; color: var(--soft); font-size: 1rem; font-weight: 400; }
.stock { font-weight: 600; }
.instock { color: var(--good); }
.outofstock { color: var(--bad); }
.soft { color: var(--soft); }
.links { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }
.links a {
  display: block;
  min-width: 8rem;
  padding: 0.625rem 1.25rem;
  border: 1px solid currentColor;
  border-radius: 0.4rem;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
}
.content table { margin-bottom: 1rem; border-collapse: collapse; }
.content td, .content th { padding: 0.375rem 0.625rem; border: 1px solid var(--edge); text-align: left; }
.content pre { padding: 0.75rem; white-space: pre-wrap; border: 1px solid var(--edge); border-radius: 0.4rem; }
.content blockquote { margin: 0 0 1rem; padding-left: 1rem; border-left: 0.25rem solid var(--edge); color: var(--soft); }
.foot { color: var(--soft); font-size: 0.9375rem; }
.frame { background: transparent; }
.frame main { max-width: none; margin: 0; padding: 1rem; }
.frame h1 { margin-bottom: 0.5rem; font-size: 1.125rem; }
.frame .price { font-size: 1.125rem; }
.frame .picture { float: right; max-width: 40%; max-height: 9rem; margin: 0 0 0.5rem 1rem; }
.frame p { margin-bottom: 0.5rem; }
@media (max-width: 30rem) {
  main { padding: 1.25rem 1rem; border-left: 0; border-right: 0; border-radius: 0; }
  .links a { flex: 1 1 100%; }
}
`;
