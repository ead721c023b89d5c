#!/usr/bin/env node
// The server leg: every scored scenario of a revision, and some that do not count but that we hold ourselves to.
import { startFixture } from './fixture.mjs';
import { printRow, summary } from './report.mjs';
import { scored } from './requirements.mjs';
import { runScenario } from './scenario.mjs';

const ALSO = {
  '2025-11-25': ['server-session-lifecycle', 'json-schema-2020-12'],
  '2026-07-28': ['json-schema-2020-12', 'http-header-validation', 'http-custom-header-server-validation'],
};

const revision = process.argv[2];
const required = scored('server', revision);
const wanted = [
  ...required.map((scenario) => ({ scenario, label: '' })),
  ...(ALSO[revision] ?? []).map((scenario) => ({ scenario, label: ' (not scored)' })),
];

const fixture = process.env.TENON_FIXTURE_URL
  ? { url: process.env.TENON_FIXTURE_URL, stop: () => {} }
  : await startFixture();
console.log(`server leg, revision ${revision}: ${required.length} scored scenarios at ${fixture.url}`);
const results = [];
try {
  for (const { scenario, label } of wanted) {
    const result = { ...(await runScenario('server', scenario, revision, ['--url', fixture.url])), label };
    results.push(result);
    printRow(result);
  }
} finally {
  await fixture.stop();
}
process.exitCode = summary(results);
