// Builds the console into a folder of static files. Text files also get a gzip version, which the server sends
// unchanged.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const OUT = 'dist/site';
/** Minimum size for compression. Below it, the gzip header outweighs the savings. */
const GZIP_BYTES_MIN = 1024;
/** Maximum total size of the console as sent, including fonts and all pages. */
const SENT_BYTES_MAX = 600_000;

function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async closeBundle() {
      let sent = 0;
      for (const name of await readdir(OUT, { recursive: true })) {
        const path = join(OUT, name);
        const found = await stat(path);
        if (found.isDirectory()) continue;
        const isText = /\.(js|css|html|svg)$/.test(name) && found.size >= GZIP_BYTES_MIN;
        const short = isText ? await promisify(gzip)(await readFile(path), { level: 9 }) : undefined;
        if (short) await writeFile(`${path}.gz`, short);
        sent += short?.length ?? found.size;
      }
      if (sent > SENT_BYTES_MAX) throw new Error(`the console has ${sent} bytes; at most ${SENT_BYTES_MAX} are sent`);
    },
  };
}

/**
 * API server for `npm run dev`. The Host header stays that of the browser: the server rejects pages from another
 * host.
 */
const server = { target: 'http://127.0.0.1:7433', changeOrigin: false };

export default defineConfig({
  plugins: [react(), compressed()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    // Small files inlined into the page would be inline code, which the content security policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    reportCompressedSize: true,
  },
  server: { proxy: { '/v1': server, '/login': server } },
});
