package dev.tenon.client;

import dev.tenon.client.internal.Engine;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.CompleteParams;
import dev.tenon.model.Completion;
import dev.tenon.model.CompletionRef;
import dev.tenon.model.GetPromptParams;
import dev.tenon.model.GetPromptResult;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Prompt;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceTemplate;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import java.util.List;
import java.util.Map;

/**
 * A client of one server, in whatever revision and over whatever transport. Every call blocks until it is answered, its time
 * is up, or it is cancelled; all of them may be made by many threads at once. What goes wrong is a {@link McpClientException}.
 *
 * <pre>{@code
 * try (McpClient client = McpClient.named("agent", "1.0").connect(Target.http("http://127.0.0.1:8080/mcp"))) {
 *     CallToolResult said = client.callTool("echo", Map.of("text", "hello"));
 * }
 * }</pre>
 *
 * <p>A lost connection is made again by the next call. Close a client when it is no longer needed: it has threads, and perhaps
 * a child process.
 */
public final class McpClient implements AutoCloseable {
    private final Engine engine;

    McpClient(Engine engine) {
        this.engine = engine;
    }

    /** Begins a client; the name and version are what servers are told of it. */
    public static ClientBuilder named(String name, String version) {
        return new ClientBuilder(name, version);
    }

    /** What the server said of itself when the connection was made. */
    public ServerInfo server() {
        return engine.server();
    }

    /** The server's tools. Over HTTP, those that break the rules for header annotations are left out, with a warning. */
    public Listing<Tool> tools() {
        return new Listing<>(() -> engine.lists().tools());
    }

    /** Calls a tool. That it failed is in the {@linkplain CallToolResult#isError() result}, with words for a model. */
    public CallToolResult callTool(String name, Object arguments) {
        return callTool(name, arguments, CallOptions.DEFAULT);
    }

    /**
     * Calls a tool.
     *
     * @param arguments an object: a map, a record, or {@link Json}
     * @throws NotApprovedException when the host's {@link Approval} says no; then nothing was sent
     * @throws BadAnswerException when the result does not fit the tool's own output schema
     */
    public CallToolResult callTool(String name, Object arguments, CallOptions options) {
        return engine.callTool(name, Json.of(arguments), options);
    }

    /**
     * Calls a tool for a value of a Java type: its structured content, or where there is none, its text if that is JSON.
     *
     * @throws ToolFailedException when the tool says that it failed
     * @throws BadAnswerException when what it said cannot be read as that type
     */
    public <T> T callTool(String name, Object arguments, Class<T> type) {
        return callTool(name, arguments, type, CallOptions.DEFAULT);
    }

    /** As the other, with options. */
    public <T> T callTool(String name, Object arguments, Class<T> type, CallOptions options) {
        return ToolValue.of(callTool(name, arguments, options), name, type);
    }

    /** The server's resources, without those that only templates describe. */
    public Listing<Resource> resources() {
        return new Listing<>(() -> engine.lists().resources());
    }

    /** The templates of the server's resources; {@link dev.tenon.uri.UriTemplate} makes a URI of one. */
    public Listing<ResourceTemplate> resourceTemplates() {
        return new Listing<>(() -> engine.lists().templates());
    }

    /**
     * Reads a resource.
     *
     * @throws ResourceNotFoundException when there is no such resource
     */
    public ReadResourceResult readResource(String uri) {
        return readResource(uri, CallOptions.DEFAULT);
    }

    /** As the other, with options. */
    public ReadResourceResult readResource(String uri, CallOptions options) {
        return engine.read(uri, options);
    }

    /** The server's prompts. */
    public Listing<Prompt> prompts() {
        return new Listing<>(() -> engine.lists().prompts());
    }

    /** Fills in a prompt. */
    public GetPromptResult getPrompt(String name, Map<String, String> arguments) {
        return getPrompt(name, arguments, CallOptions.DEFAULT);
    }

    /** As the other, with options. */
    public GetPromptResult getPrompt(String name, Map<String, String> arguments, CallOptions options) {
        return engine.prompt(GetPromptParams.of(name, arguments), options);
    }

    /** How an argument of a prompt, or a variable of a template, could go on. */
    public Completion complete(CompletionRef of, String argument, String begun) {
        return complete(CompleteParams.of(of, argument, begun), CallOptions.DEFAULT);
    }

    /** As the other, with the arguments that are filled in already, and options. */
    public Completion complete(CompleteParams params, CallOptions options) {
        return engine.complete(params, options);
    }

    /**
     * Asks for notifications, which go to the client's {@link ClientListener}.
     *
     * @throws NotSupportedException when resources are to be watched and the server takes no subscriptions
     */
    public Subscription subscribe(SubscriptionFilter filter) {
        return engine.listen(filter, null, () -> {});
    }

    /** Watches the content of these resources. */
    public Subscription subscribe(String... uris) {
        return subscribe(SubscriptionFilter.NONE.withResourceSubscriptions(List.of(uris)));
    }

    /** From which level on log messages are wanted from now on. Under 2026-07-28 each request says so. */
    public void logLevel(LogLevel level) {
        engine.level(level);
    }

    /** Returns when the server has given a sign of life. */
    public void ping() {
        engine.ping();
    }

    /** Tells the server that its roots have changed; under 2026-07-28 it is not told but asks when it wants to know. */
    public void rootsChanged() {
        engine.rootsChanged();
    }

    /** What has happened so far. */
    public ClientStatus status() {
        return engine.status();
    }

    /** Ends calls, streams, the session, and a server that was started for this client. Calling it again does nothing. */
    @Override
    public void close() {
        engine.close();
    }
}
