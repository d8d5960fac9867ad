import type { Plugin } from 'vite';

const order = '@layer tokens,base,kit,screen;';

/** Begins each style sheet with the order of the layers: chunks are loaded in any order. */
export const layered = (): Plugin => ({
  name: 'layered',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const asset of Object.values(bundle)) {
      if (asset.type === 'asset' && asset.fileName.endsWith('.css')) asset.source = `${order}${asset.source}`;
    }
  },
});
