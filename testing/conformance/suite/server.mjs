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

/** With a guard between the eras: what only a server of 2026-07-28 can say. */
const ONLY_MODERN = [
  'input-required-result-basic-elicitation', // the names of questions are the server's own
  'input-required-result-multiple-input-requests', // a server with sessions asks one thing after the other
  'http-custom-header-server-validation', // a schema of before names no headers
];

const revision = process.argv[2];
const behind = (process.env.TENON_GUARDED ?? revision).replace(/^strict:/, '');
const translated = revision === '2026-07-28' && behind !== revision;
const required = scored('server', revision);
const wanted = [
  ...required.map((scenario) => ({ scenario, label: '' })),
  ...(ALSO[revision] ?? []).map((scenario) => ({ scenario, label: ' (not scored)' })),
];

const run = wanted.filter(({ scenario }) => !(translated && ONLY_MODERN.includes(scenario)));
if (translated) {
  console.log(`left out, as a server of ${behind} cannot say it: ${ONLY_MODERN.join(', ')}`);
}

const fixture = process.env.TENON_FIXTURE_URL
  ? { url: process.env.TENON_FIXTURE_URL, stop: () => {} }
  : await startFixture();
console.log(`server leg, revision ${revision}: ${required.length} scored scenarios at ${fixture.url}`);
const results = [];
try {
  for (const { scenario, label } of run) {
    const result = { ...(await runScenario('server', scenario, revision, ['--url', fixture.url])), label };
    results.push(result);
    printRow(result);
  }
} finally {
  await fixture.stop();
}
process.exitCode = summary(results);
