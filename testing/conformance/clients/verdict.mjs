// The frame of a client script: reads the command line, prints one line of JSON, and never hangs.

const GIVE_UP_MS = 60_000;

/**
 * Runs `connectAndVisit({ mode, transport, target })` and prints what it answers, or the error, as the only line on
 * stdout. The command line: MODE stdio COMMAND ARGUMENT... | MODE http URL
 */
export async function printVerdict(connectAndVisit) {
  const [mode, transport, ...target] = process.argv.slice(2);
  const script = process.argv[1];
  if (!['stdio', 'http'].includes(transport) || target.length === 0) {
    console.error(`usage: ${script} MODE stdio COMMAND ARGUMENT... | ${script} MODE http URL`);
    process.exit(2);
  }
  setTimeout(() => finish({ error: `gave up after ${GIVE_UP_MS} ms` }), GIVE_UP_MS);
  try {
    finish(await connectAndVisit({ mode, transport, target }));
  } catch (error) {
    finish({ error: String(error?.stack ?? error) });
  }
}

function finish(verdict) {
  process.stdout.write(`${JSON.stringify(verdict)}\n`, () => process.exit('error' in verdict ? 1 : 0));
}
