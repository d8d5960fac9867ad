import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders of extensions, which are written for one test. */
export class ExtensionFolders {
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  static async make(): Promise<ExtensionFolders> {
    return new ExtensionFolders(await mkdtemp(join(tmpdir(), 'backroom-extensions-')));
  }

  /** Writes an extension; its module has `defineExtension` and `defineRoute`. Returns the folder. */
  async write(slug: string, source: string, manifest: object = {}): Promise<string> {
    const folder = join(this.root, slug);
    await mkdir(folder, { recursive: true });
    const backroom = { slug, title: `Extension ${slug}`, kind: 'plugin', api: 1, entry: './index.js', ...manifest };
    const text = JSON.stringify({ name: slug, version: '1.0.0', type: 'module', backroom });
    await writeFile(join(folder, 'package.json'), text);
    const imports = `import { defineExtension, defineRoute, ExtensionRefusal } from '@backroom/extension';\n`;
    await writeFile(join(folder, 'index.js'), `${imports}${source}`);
    return folder;
  }

  remove(): Promise<void> {
    return rm(this.root, { recursive: true, force: true });
  }
}
