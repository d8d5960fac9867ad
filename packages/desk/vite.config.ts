import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { layered } from './build/layered.ts';
import { precompressed } from './build/precompressed.ts';

/** Parts that open on demand, and what only single areas ask the server for. */
const later = new RegExp(
  [
    'kit[/](?:calendar|day-range|dialog|facts|layout|options|qr|table)',
    'words[/](?:countries|es|en[/](?:access|areas|beside|report[.]ts|shop|stockroom|system|trees|upkeep))',
    'shell[/](?:palette|keys-help|password-form|record|sign-in)',
    'looks[/](?:fitting|narrowing|row-menu)',
    'data[/](?!address|answers|first-steps|found|interface-names|live|pause|refusal|reports|send|server-clock|session|stopwatch)',
  ]
    .join('|')
    .replaceAll('[/]', '[\\\\/]'),
);

export default defineConfig({
  // Chunks find one another from any path; the server writes absolute addresses into the page.
  base: './',
  plugins: [react(), layered(), precompressed()],
  build: {
    outDir: 'dist',
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    // Small assets as data: URLs would need a wider policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      // A first start on a slow machine would print how long plugins took.
      checks: { pluginTimings: false },
      output: {
        // The first screen lists the names of all files; this is the shortest hash for their number.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            {
              // A release of ours leaves the libraries in the caches of browsers.
              name: 'libraries',
              test: /node_modules[\\/](?:\.pnpm[\\/])?(?:react|react-dom|scheduler|@tanstack)[@+\\/]/,
              priority: 2,
            },
            {
              // What every screen needs is one file: many small ones cost a head each, and compress worse.
              name: 'desk',
              test: (id) =>
                /[\\/]d3-|src[\\/](?:kit|shell|data|words|looks|overview|base\.css|tokens\.css)/.test(id) &&
                !later.test(id),
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
