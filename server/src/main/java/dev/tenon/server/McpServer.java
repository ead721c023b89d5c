package dev.tenon.server;

import dev.tenon.json.Json;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.feature.PromptBuilder;
import dev.tenon.server.feature.PromptSpec;
import dev.tenon.server.feature.ResourceBuilder;
import dev.tenon.server.feature.ResourceSpec;
import dev.tenon.server.feature.ResourceTemplateBuilder;
import dev.tenon.server.feature.ResourceTemplateSpec;
import dev.tenon.server.feature.ToolBuilder;
import dev.tenon.server.feature.ToolSpec;
import dev.tenon.server.http.HttpEndpoint;
import dev.tenon.server.http.HttpOptions;
import dev.tenon.server.internal.ServerRuntime;
import dev.tenon.server.internal.request.ServerSettings;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.StandardStreams;
import dev.tenon.transport.StdioChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server: its tools, resources and prompts, served to any number of clients over any number of transports, in
 * all revisions of the protocol at once.
 *
 * <pre>{@code
 * McpServer server = McpServer.builder("greeter", "1.0")
 *         .tool("greet").description("Greets a person").input(Person.class)
 *         .handler((person, call) -> "Hello " + person.name())
 *         .build();
 * server.serveStdio();
 * }</pre>
 */
public final class McpServer implements AutoCloseable {
    private static final Duration CLOSE_GRACE = Duration.ofSeconds(10);

    /** Short, because the process should exit promptly; long enough for requests that were piped in. */
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(2);

    private final ServerRuntime runtime;

    McpServer(ServerSettings settings) {
        runtime = new ServerRuntime(settings);
    }

    /**
     * Returns a builder for a server.
     *
     * @param name the name of the implementation, reported to clients
     * @param version the version of the implementation, reported to clients
     */
    public static ServerBuilder builder(String name, String version) {
        return new ServerBuilder(name, version);
    }

    /** Adds a tool while the server runs, and notifies the clients that listen for changes. */
    public ToolBuilder<Json, Object, McpServer> addTool(String name) {
        return new ToolBuilder<>(name, this::add);
    }

    /** Adds a resource while the server runs, and notifies the clients that listen for changes. */
    public ResourceBuilder<McpServer> addResource(String uri) {
        return new ResourceBuilder<>(uri, this::add);
    }

    /** Adds a resource template (RFC 6570) while the server runs, and notifies the clients that listen for changes. */
    public ResourceTemplateBuilder<McpServer> addResourceTemplate(String uriTemplate) {
        return new ResourceTemplateBuilder<>(uriTemplate, this::add);
    }

    /** Adds a prompt while the server runs, and notifies the clients that listen for changes. */
    public PromptBuilder<McpServer> addPrompt(String name) {
        return new PromptBuilder<>(name, this::add);
    }

    /**
     * Adds a tool and notifies the clients that listen for changes.
     *
     * @throws IllegalArgumentException if the server already has a tool with this name
     */
    public McpServer add(ToolSpec tool) {
        runtime.features().tools().add(tool);
        return this;
    }

    /**
     * Adds a resource and notifies the clients that listen for changes.
     *
     * @throws IllegalArgumentException if the server already has a resource with this URI
     */
    public McpServer add(ResourceSpec resource) {
        runtime.features().resources().add(resource);
        return this;
    }

    /**
     * Adds a resource template and notifies the clients that listen for changes.
     *
     * @throws IllegalArgumentException if the server already has a resource template with this template
     */
    public McpServer add(ResourceTemplateSpec template) {
        runtime.features().templates().add(template);
        return this;
    }

    /**
     * Adds a prompt and notifies the clients that listen for changes.
     *
     * @throws IllegalArgumentException if the server already has a prompt with this name
     */
    public McpServer add(PromptSpec prompt) {
        runtime.features().prompts().add(prompt);
        return this;
    }

    /** Removes a tool; returns false if the server has no tool with this name. */
    public boolean removeTool(String name) {
        return runtime.features().tools().remove(name);
    }

    /** Removes a resource; returns false if the server has no resource with this URI. */
    public boolean removeResource(String uri) {
        return runtime.features().resources().remove(uri);
    }

    /** Removes a resource template; returns false if the server has no resource template with this template. */
    public boolean removeResourceTemplate(String uriTemplate) {
        return runtime.features().templates().remove(uriTemplate);
    }

    /** Removes a prompt; returns false if the server has no prompt with this name. */
    public boolean removePrompt(String name) {
        return runtime.features().prompts().remove(name);
    }

    /** Notifies the clients that subscribed to a resource that it has changed. */
    public void notifyResourceUpdated(String uri) {
        runtime.notifyResourceUpdated(uri);
    }

    /**
     * Serves the client on a channel, and returns immediately.
     *
     * @param transport the kind of channel, for logs
     * @param principal the authenticated client, or null if the channel does not authenticate
     */
    public ConnectionHandle connect(DuplexChannel channel, String transport, @Nullable CallerPrincipal principal) {
        return runtime.connect(channel, transport, principal, Duration.ZERO);
    }

    /**
     * Like {@link #connect(DuplexChannel, String, CallerPrincipal)}, for a caller that
     * {@link HttpEndpoint#authorizeConnection} has authorized.
     */
    public ConnectionHandle connectAuthorized(DuplexChannel channel, String transport, HttpEndpoint.HttpCaller caller) {
        return runtime.connectAuthorized(channel, transport, caller, Duration.ZERO);
    }

    /**
     * Serves the client on standard input and output until the client closes them, then closes the server. Everything
     * else that the program prints is redirected to standard error, because standard output carries the protocol. When
     * the input ends, requests in flight have two seconds to complete.
     *
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public void serveStdio() throws InterruptedException {
        StandardStreams streams = StandardStreams.claim();
        DuplexChannel channel = new StdioChannel(streams.in(), streams.out(), channelLimits());
        runtime.connect(channel, "stdio", null, DRAIN_TIMEOUT).awaitClosed();
        close();
    }

    /** Returns the limits to use for a channel to this server. */
    public ChannelLimits channelLimits() {
        return runtime.channelLimits();
    }

    /**
     * Creates an HTTP endpoint for this server. An HTTP container serves it: the embedded server of {@code tenon-http},
     * or a servlet.
     *
     * @throws IllegalArgumentException if a public page has a path of the endpoint, or a trusted proxy is invalid
     * @throws IllegalStateException if the server is closed
     */
    public HttpEndpoint createHttpEndpoint(HttpOptions options) {
        return runtime.createHttpEndpoint(options);
    }

    /** Returns the limits of this server. */
    public Limits limits() {
        return runtime.limits();
    }

    /** Returns current counts of sessions, requests, subscriptions and streams. */
    public ServerStatus status() {
        return runtime.status();
    }

    /** Closes the server with a grace period of ten seconds; see {@link #close(Duration)}. */
    @Override
    public void close() {
        close(CLOSE_GRACE);
    }

    /**
     * Shuts the server down: rejects new requests, waits for the requests in flight, cancels the remaining ones, ends
     * subscriptions with a result and closes all sessions and connections. Calling it again has no effect.
     *
     * @param grace how long to wait for the requests in flight
     */
    public void close(Duration grace) {
        runtime.close(grace);
    }
}
