package dev.tenon.client;

import dev.tenon.client.error.ApprovalDeniedException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.error.ResourceNotFoundException;
import dev.tenon.client.error.ToolFailedException;
import dev.tenon.client.handler.ApprovalPolicy;
import dev.tenon.client.internal.ClientRuntime;
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
 * A client of one server, in whatever revision and over whatever transport. Every call blocks until it is answered, its
 * time is up, or it is cancelled; all of them may be made by many threads at once. What goes wrong is a {@link
 * McpClientException}.
 *
 * <pre>{@code
 * try (McpClient client = McpClient.named("agent", "1.0").connect(Target.http("http://127.0.0.1:8080/mcp"))) {
 *     CallToolResult said = client.callTool("echo", Map.of("text", "hello"));
 * }
 * }</pre>
 *
 * <p>A lost connection is made again by the next call. Close a client when it is no longer needed: it has threads, and
 * perhaps a child process.
 */
public final class McpClient implements AutoCloseable {
    private final ClientRuntime runtime;

    McpClient(ClientRuntime engine) {
        this.runtime = engine;
    }

    /** Begins a client; the name and version are what servers are told of it. */
    public static ClientBuilder builder(String name, String version) {
        return new ClientBuilder(name, version);
    }

    /** What the server said of itself when the connection was made. */
    public ServerInfo server() {
        return runtime.server();
    }

    /**
     * The server's tools. Over HTTP, those that break the rules for header annotations are left out, with a warning.
     */
    public PagedItems<Tool> tools() {
        return new PagedItems<>(() -> runtime.lists().toolPages());
    }

    /** Calls a tool. That it failed is in the {@linkplain CallToolResult#isError() result}, with words for a model. */
    public CallToolResult callTool(String name, Object arguments) {
        return callTool(name, arguments, CallOptions.DEFAULT);
    }

    /**
     * Calls a tool.
     *
     * @param arguments an object: a map, a record, or {@link Json}
     * @throws ApprovalDeniedException when the host's {@link ApprovalPolicy} says no; then nothing was sent
     * @throws InvalidResponseException when the result does not fit the tool's own output schema
     */
    public CallToolResult callTool(String name, Object arguments, CallOptions options) {
        return runtime.callTool(name, Json.of(arguments), options);
    }

    /**
     * Calls a tool for a value of a Java type: its structured content, or where there is none, its text if that is
     * JSON.
     *
     * @throws ToolFailedException when the tool says that it failed
     * @throws InvalidResponseException when what it said cannot be read as that type
     */
    public <T> T callTool(String name, Object arguments, Class<T> type) {
        return callTool(name, arguments, type, CallOptions.DEFAULT);
    }

    /** As the other, with options. */
    public <T> T callTool(String name, Object arguments, Class<T> type, CallOptions options) {
        return ToolResultConverter.convert(callTool(name, arguments, options), name, type);
    }

    /** The server's resources, without those that only templates describe. */
    public PagedItems<Resource> resources() {
        return new PagedItems<>(() -> runtime.lists().resourcePages());
    }

    /** The templates of the server's resources; {@link dev.tenon.uri.UriTemplate} makes a URI of one. */
    public PagedItems<ResourceTemplate> resourceTemplates() {
        return new PagedItems<>(() -> runtime.lists().templatePages());
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
        return runtime.readResource(uri, options);
    }

    /** The server's prompts. */
    public PagedItems<Prompt> prompts() {
        return new PagedItems<>(() -> runtime.lists().promptPages());
    }

    /** Fills in a prompt. */
    public GetPromptResult getPrompt(String name, Map<String, String> arguments) {
        return getPrompt(name, arguments, CallOptions.DEFAULT);
    }

    /** As the other, with options. */
    public GetPromptResult getPrompt(String name, Map<String, String> arguments, CallOptions options) {
        return runtime.getPrompt(GetPromptParams.of(name, arguments), options);
    }

    /** How an argument of a prompt, or a variable of a template, could go on. */
    public Completion complete(CompletionRef of, String argument, String begun) {
        return complete(CompleteParams.of(of, argument, begun), CallOptions.DEFAULT);
    }

    /** As the other, with the arguments that are filled in already, and options. */
    public Completion complete(CompleteParams params, CallOptions options) {
        return runtime.complete(params, options);
    }

    /**
     * Asks for notifications, which go to the client's {@link ClientListener}.
     *
     * @throws NotSupportedException when resources are to be watched and the server takes no subscriptions
     */
    public Subscription subscribe(SubscriptionFilter filter) {
        return runtime.subscribe(filter, null, () -> {});
    }

    /** Watches the content of these resources. */
    public Subscription subscribe(String... uris) {
        return subscribe(SubscriptionFilter.NONE.withResourceSubscriptions(List.of(uris)));
    }

    /** From which level on log messages are wanted from now on. Under 2026-07-28 each request says so. */
    public void setLogLevel(LogLevel level) {
        runtime.setLogLevel(level);
    }

    /** Returns when the server has given a sign of life. */
    public void ping() {
        runtime.ping();
    }

    /** Tells the server that its roots have changed; under 2026-07-28 it is not told but asks when it wants to know. */
    public void notifyRootsChanged() {
        runtime.notifyRootsChanged();
    }

    /** What has happened so far. */
    public ClientStatus status() {
        return runtime.status();
    }

    /**
     * Ends calls, streams, the session, and a server that was started for this client. Calling it again does nothing.
     */
    @Override
    public void close() {
        runtime.close();
    }
}
