import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const page = (script: string) => `<!doctype html>
<html lang="en">
  <head>
    <title>Desk</title>
    <link rel="stylesheet" crossorigin href="./assets/main-1.css">
    <script type="module" crossorigin src="./assets/${script}"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`;

/** A folder as a build of the desk writes it, of files of this test. */
export function aDeskFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'desk-'));
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const put = (path: string, type: string, text: string) => {
    const [plain, br, gzip] = [Buffer.from(text), brotliCompressSync(text), gzipSync(text)];
    write(path, plain);
    write(`${path}.br`, br);
    write(`${path}.gz`, gzip);
    const sizes = { size: plain.byteLength, br: br.byteLength, gzip: gzip.byteLength };
    return { path, type, hash: hash('sha256', plain, 'hex'), ...sizes };
  };
  const writeTable = (table: unknown) => {
    write('files.json.draft', JSON.stringify(table));
    renameSync(join(folder, 'files.json.draft'), join(folder, 'files.json'));
  };
  const script = 'text/javascript; charset=utf-8';
  const build = (name = 'main-1.js', code = `${'// nothing\n'.repeat(300)}document.title = 'ran';\n`) => {
    const files = [
      put('index.html', 'text/html; charset=utf-8', page(name)),
      put(`assets/${name}`, script, code),
      put('assets/main-1.css', 'text/css; charset=utf-8', 'body { margin: 0 }\n'),
      put('icon.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ];
    writeTable({ commit: null, files });
    return files;
  };
  return { folder, build, write, writeTable, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
