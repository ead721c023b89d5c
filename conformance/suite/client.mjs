#!/usr/bin/env node
// The client leg: every scored scenario of a revision but those of OAuth, and some that do not count but that we hold
// ourselves to. The suite starts the client anew for each.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printRow, summary } from './report.mjs';
import { scored } from './requirements.mjs';
import { runScenario } from './scenario.mjs';

const ALSO = {
  '2025-11-25': ['json-schema-2020-12-preservation'],
  '2026-07-28': ['json-schema-2020-12-preservation'],
};
/** What needs OAuth, which the client does not know yet. */
const NOT_YET = 'auth/';

const client = join(dirname(fileURLToPath(import.meta.url)), '..', 'client');
const revision = process.argv[2];
const required = scored('client', revision);
const notRun = required.filter((scenario) => scenario.startsWith(NOT_YET));
const run = required.filter((scenario) => !scenario.startsWith(NOT_YET));
const wanted = [
  ...run.map((scenario) => ({ scenario, label: '' })),
  ...(ALSO[revision] ?? []).map((scenario) => ({ scenario, label: ' (not scored)' })),
];

console.log(`client leg, revision ${revision}: ${run.length} of ${required.length} scored scenarios`);
const results = [];
for (const { scenario, label } of wanted) {
  // The suite runs the command with a shell: the quotes let its path have spaces.
  const result = { ...(await runScenario('client', scenario, revision, ['--command', `"${client}"`])), label };
  results.push(result);
  printRow(result);
}
for (const scenario of notRun) {
  console.log(`----  ${scenario.padEnd(58)} not run: the client has no OAuth yet`);
}
process.exitCode = summary(results);
