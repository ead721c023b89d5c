// A small server on @modelcontextprotocol/server, of the newest revision only: modern.mjs stdio | modern.mjs http
// Over HTTP it takes a free port and prints its URL.
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import {
  McpServer,
  ResourceTemplate,
  acceptedContent,
  completable,
  createMcpHandler,
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const COLOURS = ['red', 'green', 'blue'];
const PAGES = [['one', 'two'], ['three']];
const codec = createRequestStateCodec({ key: 'k'.repeat(32) });
const cancelled = [];
/** How changes are told: over HTTP to all listeners, over stdio on the connection. */
let changes;

const text = (said) => ({ content: [{ type: 'text', text: said }] });

function build() {
  const server = new McpServer(
    { name: 'modern', version: '1.0.0' },
    {
      instructions: 'Add before you ask.',
      capabilities: { logging: {}, resources: { subscribe: true, listChanged: true }, tools: { listChanged: true } },
      requestState: { verify: codec.verify },
    },
  );
  addTools(server);
  addResources(server);
  server.registerPrompt(
    'paint',
    { argsSchema: z.object({ colour: completable(z.string(), (begun) => COLOURS.filter((c) => c.startsWith(begun))) }) },
    ({ colour }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Paint it ${colour}.` } }] }),
  );
  return server;
}

function addTools(server) {
  server.registerTool(
    'add',
    { inputSchema: z.object({ a: z.number(), b: z.number() }), outputSchema: z.object({ sum: z.number() }) },
    ({ a, b }) => ({ ...text(String(a + b)), structuredContent: { sum: a + b } }),
  );
  server.registerTool('fail', {}, () => ({ ...text('It is broken.'), isError: true }));
  server.registerTool('count', { inputSchema: z.object({ to: z.number() }) }, count);
  server.registerTool('wait', {}, wait);
  server.registerTool('cancelled', {}, () => text(cancelled.join(',')));
  server.registerTool('interview', {}, interview);
  server.registerTool('change', { inputSchema: z.object({ uri: z.string() }) }, ({ uri }) => {
    changes(server).resourceUpdated(uri);
    changes(server).toolsChanged();
    return text('changed');
  });
  const region = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
  server.registerTool('region', { inputSchema: fromJsonSchema(region) }, (_, ctx) =>
    text(ctx.http?.req?.headers.get('mcp-param-region') ?? 'no header'),
  );
}

async function count({ to }, ctx) {
  await ctx.mcpReq.log('debug', 'counting');
  await ctx.mcpReq.log('warning', 'nearly there');
  const progressToken = ctx.mcpReq._meta?.progressToken;
  for (let progress = 1; progressToken !== undefined && progress <= to; progress++) {
    await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: to } });
  }
  return text(`counted to ${to}`);
}

function wait(ctx) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(text('done')), 60_000);
    ctx.mcpReq.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      cancelled.push(ctx.mcpReq.method);
      resolve(text('gave up'));
    });
  });
}

/** Two rounds: a form and the roots at once, then a model. */
async function interview(ctx) {
  const { inputResponses } = ctx.mcpReq;
  const known = ctx.mcpReq.requestState();
  const said = inputResponses?.said;
  if (known && said) return text(`${known.name} at ${known.root} heard: ${[said.content].flat()[0].text}`);
  const who = acceptedContent(inputResponses, 'who');
  if (!who) {
    const requestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    return inputRequired({
      inputRequests: {
        who: inputRequired.elicit({ message: 'Who are you?', requestedSchema }),
        where: inputRequired.listRoots(),
      },
    });
  }
  const messages = [{ role: 'user', content: { type: 'text', text: `Greet ${who.name}` } }];
  return inputRequired({
    inputRequests: { said: inputRequired.createMessage({ messages, maxTokens: 20 }) },
    requestState: await codec.mint({ name: who.name, root: inputResponses.where.roots[0].uri }, ctx),
  });
}

function addResources(server) {
  const read = (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: `this is ${uri.href}` }] });
  server.registerResource('one', 'note://one', { mimeType: 'text/plain', cacheHint: { ttlMs: 60_000 } }, read);
  const template = new ResourceTemplate('note://page/{number}', { list: undefined });
  server.registerResource('page', template, { mimeType: 'text/plain' }, read);
  server.server.setRequestHandler('resources/list', ({ params }) => {
    const page = Number(params?.cursor ?? 0);
    const resources = PAGES[page].map((name) => ({ name, uri: `note://${name}` }));
    return page + 1 < PAGES.length ? { resources, nextCursor: String(page + 1) } : { resources };
  });
}

function overStdio() {
  changes = (server) => ({
    resourceUpdated: (uri) => server.server.sendResourceUpdated({ uri }),
    toolsChanged: () => server.sendToolListChanged(),
  });
  serveStdio(build, { legacy: 'reject' });
}

function overHttp() {
  const handler = createMcpHandler(build, { legacy: 'reject' });
  changes = () => handler.notify;
  const server = createServer(async (request, response) => {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const hasBody = !['GET', 'HEAD'].includes(request.method);
    const answer = await handler.fetch(
      new Request(`http://${request.headers.host}${request.url}`, {
        method: request.method,
        headers: request.headers,
        ...(hasBody ? { body: Readable.toWeb(request), duplex: 'half' } : {}),
        signal: gone.signal,
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.flushHeaders();
    if (!answer.body) return response.end();
    Readable.fromWeb(answer.body).on('error', () => response.destroy()).pipe(response);
  });
  server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}/mcp`));
}

if (process.argv[2] === 'http') overHttp();
else overStdio();
