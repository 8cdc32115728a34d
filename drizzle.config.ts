import { defineConfig } from 'drizzle-kit';

// `npm run migration` compares the schema with the last snapshot and writes the next numbered migration.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/platform/db/schema/*.ts',
  out: './migrations',
});
