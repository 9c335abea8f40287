// How the console becomes a folder of static files, each text among them also in a compressed form that the server sends as it is.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const OUT = 'dist/site';
/** Below this, the header of a compressed file outweighs what it saves. */
const GZIP_BYTES_MIN = 1024;

function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async closeBundle() {
      for (const name of await readdir(OUT, { recursive: true })) {
        const path = join(OUT, name);
        const isText = /\.(js|css|html|svg)$/.test(name);
        if (!isText || (await stat(path)).size < GZIP_BYTES_MIN) continue;
        await writeFile(`${path}.gz`, await promisify(gzip)(await readFile(path), { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [react(), compressed()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    // Small files inside the page would be inline code, which its policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    reportCompressedSize: true,
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:7433', '/login': 'http://127.0.0.1:7433' } },
});
