// A visit with @modelcontextprotocol/sdk, the TypeScript SDK of the handshake era. MODE is "handshake".
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { printVerdict } from './verdict.mjs';
import { ANSWER, visit } from './visit.mjs';

await printVerdict(async ({ transport: kind, target }) => {
  const client = new Client({ name: 'sdk-v1', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  const asked = [];
  client.setRequestHandler(ElicitRequestSchema, (request) => {
    asked.push(request.params.message);
    return ANSWER;
  });
  const transport =
    kind === 'http'
      ? new StreamableHTTPClientTransport(new URL(target[0]))
      : new StdioClientTransport({ command: target[0], args: target.slice(1), env: process.env });
  let revision;
  const remember = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = (version) => {
    revision = version;
    remember?.(version);
  };
  await client.connect(transport);
  const seen = await visit(client, (params, options) => client.callTool(params, undefined, options));
  await transport.terminateSession?.();
  await client.close();
  return { ...seen, asked, revision };
});
