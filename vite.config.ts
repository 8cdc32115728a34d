import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// What every screen needs, in files that stay the same from one release to the next.
const groups = [
  {
    name: 'react',
    test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie)[\\/]/,
    priority: 3,
  },
  { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 2 },
];

/** The browser's part: `index.html` and what it leads to, built to `dist/`. */
export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    sourcemap: false,
    // Keeps the renderer's WebAssembly a file of its own: the worker streams it, and the policy forbids data: there.
    assetsInlineLimit: (file) => (file.endsWith('.wasm') ? false : undefined),
    // The polyfill is an inline script, which the content security policy forbids.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  worker: { format: 'es' },
});
