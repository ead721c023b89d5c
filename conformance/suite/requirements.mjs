// What a revision requires, read from the suite itself, so that nothing here can drift from it.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const suite = join(here, '..', 'node_modules', '@modelcontextprotocol', 'conformance');

/** The command of the suite. */
export const command = join(suite, 'dist', 'index.js');

/** The scenarios that count for a leg (`server` or `client`) of a revision. */
export function scored(leg, revision) {
  const file = join(suite, 'requirements', `${revision}.yaml`);
  if (!existsSync(file)) {
    throw new Error(`the suite has no requirements for revision '${revision}'`);
  }
  const yaml = createRequire(join(suite, 'package.json'))('yaml');
  return yaml.parse(readFileSync(file, 'utf8'))[leg];
}
