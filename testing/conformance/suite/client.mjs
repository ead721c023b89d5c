#!/usr/bin/env node
// The client leg: every scored scenario of a revision, and some that do not count but that we hold ourselves to. The suite
// starts the client anew for each.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printRow, summary } from './report.mjs';
import { scored } from './requirements.mjs';
import { runScenario } from './scenario.mjs';

const EXTENSIONS = [
  'auth/client-credentials-jwt',
  'auth/client-credentials-basic',
  'auth/enterprise-managed-authorization',
  'auth/dpop',
  'auth/dpop-nonce',
  'auth/wif-jwt-bearer',
];
// Servers of the first revision with OAuth, which have no metadata of their own.
const FIRST = ['auth/2025-03-26-oauth-metadata-backcompat', 'auth/2025-03-26-oauth-endpoint-fallback'];
const ALSO = {
  '2025-11-25': ['json-schema-2020-12-preservation', ...EXTENSIONS, ...FIRST],
  '2026-07-28': ['json-schema-2020-12-preservation', ...EXTENSIONS],
};

const client = join(dirname(fileURLToPath(import.meta.url)), '..', 'client');
const revision = process.argv[2];
const only = process.env.TENON_SCENARIOS;
const required = scored('client', revision);
const wanted = [
  ...required.map((scenario) => ({ scenario, label: '' })),
  ...(ALSO[revision] ?? []).map((scenario) => ({ scenario, label: ' (not scored)' })),
].filter(({ scenario }) => !only || scenario.startsWith(only));

console.log(`client leg, revision ${revision}: ${required.length} scored scenarios`);
const results = [];
for (const { scenario, label } of wanted) {
  // The suite runs the command with a shell: the quotes let its path have spaces.
  // What is scored is of the revision; an extension stands on no timeline, and is run with the one that is asked for.
  const args = ['--command', `"${client}"`, ...(label === '' ? [] : ['--force'])];
  const result = { ...(await runScenario('client', scenario, revision, args)), label };
  results.push(result);
  printRow(result);
}
process.exitCode = summary(results);
