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
 * An MCP server: what it offers, served to any number of clients over any number of transports, in every revision of
 * the protocol at once.
 *
 * <pre>{@code
 * McpServer server = McpServer.named("greeter", "1.0")
 *         .tool("greet").description("Greets somebody").input(Person.class)
 *         .handler((person, call) -> "Hello " + person.name())
 *         .build();
 * server.serveStdio();
 * }</pre>
 */
public final class McpServer implements AutoCloseable {
    private static final Duration CLOSE_GRACE = Duration.ofSeconds(10);

    /** Short, as a server has to exit promptly; long enough for what was piped into it. */
    private static final Duration DRAIN = Duration.ofSeconds(2);

    private final ServerRuntime runtime;

    McpServer(ServerSettings settings) {
        runtime = new ServerRuntime(settings);
    }

    /** A server to be described. */
    public static ServerBuilder builder(String name, String version) {
        return new ServerBuilder(name, version);
    }

    /** Adds a tool while the server runs; clients that want to know are told. */
    public ToolBuilder<Json, Object, McpServer> addTool(String name) {
        return new ToolBuilder<>(name, this::add);
    }

    /** Adds a resource while the server runs; clients that want to know are told. */
    public ResourceBuilder<McpServer> addResource(String uri) {
        return new ResourceBuilder<>(uri, this::add);
    }

    /** Adds a family of resources while the server runs; clients that want to know are told. */
    public ResourceTemplateBuilder<McpServer> addResourceTemplate(String uriTemplate) {
        return new ResourceTemplateBuilder<>(uriTemplate, this::add);
    }

    /** Adds a prompt while the server runs; clients that want to know are told. */
    public PromptBuilder<McpServer> addPrompt(String name) {
        return new PromptBuilder<>(name, this::add);
    }

    /**
     * Adds a tool.
     *
     * @throws IllegalArgumentException when there is one of that name
     */
    public McpServer add(ToolSpec tool) {
        runtime.features().tools().add(tool);
        return this;
    }

    /**
     * Adds a resource.
     *
     * @throws IllegalArgumentException when there is one of that uri
     */
    public McpServer add(ResourceSpec resource) {
        runtime.features().resources().add(resource);
        return this;
    }

    /**
     * Adds a family of resources.
     *
     * @throws IllegalArgumentException when there is one of that template
     */
    public McpServer add(ResourceTemplateSpec template) {
        runtime.features().templates().add(template);
        return this;
    }

    /**
     * Adds a prompt.
     *
     * @throws IllegalArgumentException when there is one of that name
     */
    public McpServer add(PromptSpec prompt) {
        runtime.features().prompts().add(prompt);
        return this;
    }

    /** Removes a tool; false when there is none of that name. */
    public boolean removeTool(String name) {
        return runtime.features().tools().remove(name);
    }

    /** Removes a resource; false when there is none of that uri. */
    public boolean removeResource(String uri) {
        return runtime.features().resources().remove(uri);
    }

    /** Removes a family of resources; false when there is none of that template. */
    public boolean removeResourceTemplate(String uriTemplate) {
        return runtime.features().templates().remove(uriTemplate);
    }

    /** Removes a prompt; false when there is none of that name. */
    public boolean removePrompt(String name) {
        return runtime.features().prompts().remove(name);
    }

    /** Tells the clients that subscribed to a resource that it has changed. */
    public void notifyResourceUpdated(String uri) {
        runtime.notifyResourceUpdated(uri);
    }

    /**
     * Serves a client at the other end of a channel, and returns at once.
     *
     * @param transport names the kind of channel in logs
     * @param principal who is there, where the channel knows
     */
    public ServerConnection connect(DuplexChannel channel, String transport, @Nullable CallerPrincipal principal) {
        return runtime.connect(channel, transport, principal, Duration.ZERO);
    }

    /**
     * Like {@link #connect(DuplexChannel, String, CallerPrincipal)}, for a caller that {@link
     * HttpEndpoint#authorizeConnection} has let in.
     */
    public ServerConnection connectAuthorized(DuplexChannel channel, String transport, HttpEndpoint.HttpCaller caller) {
        return runtime.connectAuthorized(channel, transport, caller, Duration.ZERO);
    }

    /**
     * Serves the client on standard input and output until it closes them. Whatever else the program prints goes to
     * standard error from now on, since standard output belongs to the protocol. Requests that are in flight when the
     * input ends have two seconds to be answered.
     *
     * @throws InterruptedException when the waiting thread is interrupted
     */
    public void serveStdio() throws InterruptedException {
        StandardStreams streams = StandardStreams.claim();
        DuplexChannel channel = new StdioChannel(streams.in(), streams.out(), channelLimits());
        ServerConnection connection = runtime.connect(channel, "stdio", null, DRAIN);
        connection.awaitClosed();
        close();
    }

    /** The bounds of a channel to this server. */
    public ChannelLimits channelLimits() {
        return runtime.channelLimits();
    }

    /** The server as an HTTP endpoint, for a container: the embedded one of {@code tenon-http}, or a servlet. */
    public HttpEndpoint createHttpEndpoint(HttpOptions options) {
        return runtime.createHttpEndpoint(options);
    }

    /** The bounds that the server keeps. */
    public Limits limits() {
        return runtime.limits();
    }

    /** What is going on in the server now. */
    public ServerStatus status() {
        return runtime.status();
    }

    /** Closes with a grace of ten seconds; see {@link #close(Duration)}. */
    @Override
    public void close() {
        close(CLOSE_GRACE);
    }

    /**
     * Shuts down: takes in nothing new, gives the requests in flight this long, cancels the rest, ends subscriptions
     * properly and closes every session and connection. Can be called again.
     */
    public void close(Duration grace) {
        runtime.close(grace);
    }
}
