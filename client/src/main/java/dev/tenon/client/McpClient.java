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
import dev.tenon.model.Methods;
import dev.tenon.model.Prompt;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceTemplate;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import java.util.List;
import java.util.Map;

/**
 * A client of one server, for all protocol revisions and transports. Each call blocks until the response arrives, the
 * timeout expires or the call is cancelled. Instances are safe for use by multiple threads. Failures are reported as
 * {@link McpClientException}.
 *
 * <pre>{@code
 * try (McpClient client = McpClient.builder("agent", "1.0").connect(ServerTarget.http("http://127.0.0.1:8080/mcp"))) {
 *     CallToolResult result = client.callTool("echo", Map.of("text", "hello"));
 * }
 * }</pre>
 *
 * <p>After a lost connection the next call reconnects. Close a client when it is no longer needed: it owns threads and
 * possibly a child process.
 */
public final class McpClient implements AutoCloseable {
    private final ClientRuntime runtime;

    McpClient(ClientRuntime runtime) {
        this.runtime = runtime;
    }

    /** Returns a builder for clients with this name and version, which are sent to servers. */
    public static ClientBuilder builder(String name, String version) {
        return new ClientBuilder(name, version);
    }

    /** Returns the description that the server sent on connecting. Connects first if there is no connection. */
    public ServerInfo server() {
        return runtime.server();
    }

    /**
     * Returns the server's tools. Over HTTP, tools whose header annotations are invalid are left out, with a warning.
     */
    public PagedItems<Tool> tools() {
        return new PagedItems<>(() -> runtime.listFetcher().toolPages());
    }

    /**
     * Calls a tool. A failure of the tool is reported in the {@linkplain CallToolResult#isError() result}, with a text
     * for the model.
     *
     * @see #callTool(String, Object, CallOptions)
     */
    public CallToolResult callTool(String name, Object arguments) {
        return callTool(name, arguments, CallOptions.DEFAULT);
    }

    /**
     * Calls a tool.
     *
     * @param arguments an object: a map, a record, or {@link Json}
     * @throws ApprovalDeniedException when the {@link ApprovalPolicy} denies the call; nothing was sent
     * @throws InvalidResponseException when the result does not match the tool's output schema
     */
    public CallToolResult callTool(String name, Object arguments, CallOptions options) {
        return runtime.callTool(name, Json.of(arguments), options);
    }

    /**
     * Calls a tool and converts its result to a Java type: the structured content, or without it the text, if that is
     * JSON.
     *
     * @throws ToolFailedException when the tool reports a failure
     * @throws InvalidResponseException when the result cannot be converted to that type
     */
    public <T> T callTool(String name, Object arguments, Class<T> type) {
        return callTool(name, arguments, type, CallOptions.DEFAULT);
    }

    /** Like {@link #callTool(String, Object, Class)}, with per-call options. */
    public <T> T callTool(String name, Object arguments, Class<T> type, CallOptions options) {
        return ToolResultConverter.convert(callTool(name, arguments, options), name, type);
    }

    /** Returns the server's resources, without those that only templates describe. */
    public PagedItems<Resource> resources() {
        return new PagedItems<>(() -> runtime.listFetcher().resourcePages());
    }

    /** Returns the server's resource templates; {@link dev.tenon.uri.UriTemplate} expands one to a URI. */
    public PagedItems<ResourceTemplate> resourceTemplates() {
        return new PagedItems<>(() -> runtime.listFetcher().templatePages());
    }

    /**
     * Reads a resource.
     *
     * @throws ResourceNotFoundException when the server has no such resource
     */
    public ReadResourceResult readResource(String uri) {
        return readResource(uri, CallOptions.DEFAULT);
    }

    /** Like {@link #readResource(String)}, with per-call options. */
    public ReadResourceResult readResource(String uri, CallOptions options) {
        return runtime.readResource(uri, options);
    }

    /** Returns the server's prompts. */
    public PagedItems<Prompt> prompts() {
        return new PagedItems<>(() -> runtime.listFetcher().promptPages());
    }

    /** Gets a prompt with these arguments. */
    public GetPromptResult getPrompt(String name, Map<String, String> arguments) {
        return getPrompt(name, arguments, CallOptions.DEFAULT);
    }

    /** Like {@link #getPrompt(String, Map)}, with per-call options. */
    public GetPromptResult getPrompt(String name, Map<String, String> arguments, CallOptions options) {
        return runtime.checkCapabilityAndCall(Methods.GET_PROMPT, GetPromptParams.of(name, arguments), name, options);
    }

    /**
     * Requests completions for an argument of a prompt or a variable of a resource template.
     *
     * @param argument the name of the argument or variable
     * @param value the beginning of its value
     */
    public Completion complete(CompletionRef of, String argument, String value) {
        return complete(CompleteParams.of(of, argument, value), CallOptions.DEFAULT);
    }

    /**
     * Like {@link #complete(CompletionRef, String, String)}, with the arguments that are already known, and per-call
     * options.
     */
    public Completion complete(CompleteParams params, CallOptions options) {
        return runtime.checkCapabilityAndCall(Methods.COMPLETE, params, null, options)
                .completion();
    }

    /**
     * Subscribes to notifications, which are delivered to the client's {@link ClientListener}.
     *
     * @throws NotSupportedException when the filter names resources and the server does not support subscriptions
     */
    public Subscription subscribe(SubscriptionFilter filter) {
        return runtime.subscribe(filter, null, () -> {});
    }

    /** Subscribes to changes of the content of these resources. */
    public Subscription subscribe(String... uris) {
        return subscribe(SubscriptionFilter.NONE.withResourceSubscriptions(List.of(uris)));
    }

    /**
     * Sets the minimum level of log messages that the server sends. Under 2026-07-28 each request carries the level.
     */
    public void setLogLevel(LogLevel level) {
        runtime.setLogLevel(level);
    }

    /**
     * Checks that the server responds. Under 2026-07-28, which has no ping, it sends {@code server/discover}.
     *
     * @throws McpClientException when the server does not respond
     */
    public void ping() {
        runtime.ping();
    }

    /**
     * Notifies the server that the roots have changed. Under 2026-07-28 there is no such notification: the server
     * requests the roots when it needs them.
     */
    public void notifyRootsChanged() {
        runtime.notifyRootsChanged();
    }

    /** Returns a snapshot of the client's state and counters. */
    public ClientStatus status() {
        return runtime.status();
    }

    /**
     * Closes the client: cancels its calls and streams, ends the session, and stops the server if the client started
     * it. Calling it again has no effect.
     */
    @Override
    public void close() {
        runtime.close();
    }
}
