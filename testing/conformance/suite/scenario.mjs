// Runs one scenario of the suite in its own process and reads what it found.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { command } from './requirements.mjs';

const GIVE_UP_MS = 60_000;

/** Runs a scenario with the given arguments of the suite's command line. */
export async function runScenario(leg, scenario, revision, args) {
  const results = mkdtempSync(join(tmpdir(), 'tenon-conformance-'));
  try {
    const all = [command, leg, '--scenario', scenario, '--spec-version', revision, '--output-dir', results, ...args];
    const { code, output } = await spawnAndWait(all);
    return verdict(scenario, code, output, readChecks(results));
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

function spawnAndWait(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const timer = setTimeout(() => child.kill('SIGKILL'), GIVE_UP_MS);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}

function readChecks(results) {
  // A scenario with a slash in its name has a directory more.
  return readdirSync(results, { recursive: true })
    .filter((file) => basename(file) === 'checks.json')
    .flatMap((file) => JSON.parse(readFileSync(join(results, file), 'utf8')));
}

/** A scenario that was skipped or checked nothing has shown nothing: it does not count as passed. */
function verdict(scenario, code, output, checks) {
  const count = (status) => checks.filter((check) => check.status === status).length;
  const passed = code === 0 && count('FAILURE') === 0 && count('SUCCESS') > 0;
  const notes = checks
    .filter((check) => check.status === 'FAILURE' || check.status === 'WARNING')
    .map((check) => `${check.status} ${check.id}: ${check.errorMessage ?? check.description}`);
  if (!passed && notes.length === 0) {
    notes.push(`exit code ${code}: ${output.trim().split('\n').slice(-5).join(' | ')}`);
  }
  return { scenario, passed, success: count('SUCCESS'), failure: count('FAILURE'), warning: count('WARNING'), notes };
}
