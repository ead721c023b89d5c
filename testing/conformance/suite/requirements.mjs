// What a revision requires, read from the suite itself, so that nothing here can drift from it.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const suite = join(here, '..', 'node_modules', '@modelcontextprotocol', 'conformance');

/** The command of the suite. */
export const command = join(suite, 'dist', 'index.js');

/** The scenarios that count for a leg (`server` or `client`) of a revision. */
export function scored(leg, revision) {
  const files = readdirSync(join(suite, 'requirements'));
  if (!files.includes(`${revision}.yaml`)) {
    const known = files.map((file) => file.replace('.yaml', '')).join(', ');
    console.error(`conformance: the suite has no requirements for revision '${revision}', only for ${known}`);
    process.exit(2);
  }
  const yaml = createRequire(join(suite, 'package.json'))('yaml');
  return yaml.parse(readFileSync(join(suite, 'requirements', `${revision}.yaml`), 'utf8'))[leg];
}
