// The official TypeScript SDK over Streamable HTTP, with the tool that is called, until the standard input ends.
// Argument: "session" for revision 2025-11-25, each session with a transport and a server of its own as the SDK wants it,
// or "modern" for 2026-07-28.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

const inputSchema = fromJsonSchema({
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text']
});

function build() {
    const server = new McpServer({ name: 'bench', version: '1' });
    server.registerTool('echo', { inputSchema }, ({ text }) => ({ content: [{ type: 'text', text }] }));
    return server;
}

const transports = new Map();

async function open() {
    const transport = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        // An answer as JSON costs less than a stream of one event.
        enableJsonResponse: true,
        onsessioninitialized: (id) => transports.set(id, transport),
        onsessionclosed: (id) => transports.delete(id)
    });
    await build().connect(transport);
    return transport;
}

async function inSession(request, response) {
    const transport = transports.get(request.headers['mcp-session-id']) ?? (await open());
    await transport.handleRequest(request, response);
}

const http = createServer(process.argv[2] === 'session' ? inSession : toNodeHandler(createMcpHandler(build)));
// Else it would close connections that are quiet for five seconds.
http.keepAliveTimeout = 0;
http.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${http.address().port}/mcp`));
createInterface({ input: process.stdin }).on('close', () => process.exit(0));
