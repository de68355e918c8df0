import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'

const server = 'http://127.0.0.1:8017' // `escapade serve`, for `npm run dev`

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  build: { outDir: '../src/escapade/static', emptyOutDir: true, assetsInlineLimit: 0 },
  server: { proxy: { '/ws': { target: server, ws: true }, '/api': server } },
  test: { environment: 'jsdom', include: ['src/**/*.test.ts'], pool: 'threads', testTimeout: 30_000 },
})
