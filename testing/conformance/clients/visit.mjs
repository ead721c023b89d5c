// What every client does with the fixture server. It only looks and reports: what is right, the test says.

const ATTEMPTS = 5;

/** The form that the client fills in when it is asked. */
export const ANSWER = { action: 'accept', content: { username: 'ada', email: 'ada@example.com' } };

/**
 * Visits the server behind a connected client and answers what was seen there.
 * `callTool(params, options)` is the client's own, which has another signature in each SDK.
 */
export async function visit(client, callTool) {
  const seen = {
    server: client.getServerVersion()?.name,
    tools: (await client.listTools()).tools.map((tool) => tool.name),
    called: text(await callTool({ name: 'test_simple_text', arguments: {} })),
    resources: (await client.listResources()).resources.map((resource) => resource.uri),
    read: (await client.readResource({ uri: 'test://static-text' })).contents[0].text,
    prompt: (await client.getPrompt({ name: 'test_simple_prompt' })).messages[0].content.text,
    elicited: text(await callTool({ name: 'test_elicitation', arguments: { message: 'Who are you?' } })),
    failed: (await callTool({ name: 'test_error_handling', arguments: {} })).isError,
    unknownTool: await codeOf(() => callTool({ name: 'no_such_tool', arguments: {} })),
    unknownResource: await codeOf(() => client.readResource({ uri: 'test://no-such-resource' })),
  };
  return { ...seen, progress: await progressOf(callTool) };
}

/**
 * The updates of one call. These clients drop an update that they read together with the result, which happens when the
 * machine is busy: then they get another chance.
 */
async function progressOf(callTool) {
  let updates = [];
  for (let attempt = 0; attempt < ATTEMPTS && updates.length < 2; attempt++) {
    const progress = [];
    await callTool(
      { name: 'test_tool_with_progress', arguments: {} },
      { onprogress: (update) => progress.push(update.progress) },
    );
    updates = progress;
  }
  return updates;
}

function text(result) {
  return result.content.map((content) => content.text).join('');
}

async function codeOf(call) {
  try {
    await call();
    return null;
  } catch (error) {
    return error.code ?? String(error);
  }
}
