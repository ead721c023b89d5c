// A visit with @modelcontextprotocol/client, the TypeScript SDK that knows both eras. MODE is "legacy" for the
// handshake, "auto" to let the client find out, or the revision to pin.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { printVerdict } from './verdict.mjs';
import { ANSWER, visit } from './visit.mjs';

await printVerdict(async ({ mode, transport: kind, target }) => {
  const client = new Client(
    { name: 'sdk-v2', version: '1.0.0' },
    {
      capabilities: { elicitation: {} },
      versionNegotiation: { mode: mode === 'legacy' || mode === 'auto' ? mode : { pin: mode } },
    },
  );
  const asked = [];
  client.setRequestHandler('elicitation/create', (request) => {
    asked.push(request.params.message);
    return ANSWER;
  });
  const transport =
    kind === 'http'
      ? new StreamableHTTPClientTransport(new URL(target[0]))
      : new StdioClientTransport({ command: target[0], args: target.slice(1), env: process.env });
  await client.connect(transport);
  const revision = client.getNegotiatedProtocolVersion();
  const seen = await visit(client, (params, options) => client.callTool(params, options));
  await client.close();
  return { ...seen, asked, revision };
});
