// Starts the fixture server as a child process, and ends that process and no other.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const serve = join(dirname(fileURLToPath(import.meta.url)), '..', 'serve');
const START_MS = 60_000;

/** With TENON_GUARDED the fixture speaks only that revision, and stands behind a guard. */
const behind = process.env.TENON_GUARDED ? ['--guarded', process.env.TENON_GUARDED] : [];

/** Starts the fixture on a free port and answers its URL once it listens. */
export async function startFixture() {
  const child = spawn(serve, ['0', ...behind], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const url = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the fixture did not start in time:\n${printed}`)), START_MS);
    const read = (chunk) => {
      printed += chunk;
      const found = printed.match(/http:\/\/127\.0\.0\.1:\d+\/\S+/);
      if (found) {
        clearTimeout(timer);
        resolve(found[0]);
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', (code) => reject(new Error(`the fixture ended with code ${code}:\n${printed}`)));
  }).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  return { url, stop: () => stop(child) };
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(timer);
}
