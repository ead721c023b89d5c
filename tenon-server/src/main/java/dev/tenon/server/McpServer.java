package dev.tenon.server;

import dev.tenon.json.Json;
import dev.tenon.server.internal.Engine;
import dev.tenon.server.internal.ServerSettings;
import dev.tenon.transport.Channel;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.StandardStreams;
import dev.tenon.transport.StdioChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server: what it offers, served to any number of clients over any number of transports, in every revision of the
 * protocol at once.
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
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** Short, as a server has to exit promptly; long enough for what was piped into it. */
    private static final Duration DRAIN = Duration.ofSeconds(2);

    private final Engine engine;

    McpServer(ServerSettings settings) {
        engine = new Engine(settings);
    }

    /** A server to be described. */
    public static ServerBuilder named(String name, String version) {
        return new ServerBuilder(name, version);
    }

    /** Adds a tool while the server runs; clients that want to know are told. */
    public ToolBuilder<Json, Object, McpServer> tool(String name) {
        return new ToolBuilder<>(name, this::add);
    }

    /** Adds a resource while the server runs; clients that want to know are told. */
    public ResourceBuilder<McpServer> resource(String uri) {
        return new ResourceBuilder<>(uri, this::add);
    }

    /** Adds a family of resources while the server runs; clients that want to know are told. */
    public TemplateBuilder<McpServer> template(String uriTemplate) {
        return new TemplateBuilder<>(uriTemplate, this::add);
    }

    /** Adds a prompt while the server runs; clients that want to know are told. */
    public PromptBuilder<McpServer> prompt(String name) {
        return new PromptBuilder<>(name, this::add);
    }

    /**
     * Adds a tool.
     *
     * @throws IllegalArgumentException when there is one of that name
     */
    public McpServer add(ToolSpec tool) {
        engine.offer().tools().add(tool);
        return this;
    }

    /**
     * Adds a resource.
     *
     * @throws IllegalArgumentException when there is one of that uri
     */
    public McpServer add(ResourceSpec resource) {
        engine.offer().resources().add(resource);
        return this;
    }

    /**
     * Adds a family of resources.
     *
     * @throws IllegalArgumentException when there is one of that template
     */
    public McpServer add(TemplateSpec template) {
        engine.offer().templates().add(template);
        return this;
    }

    /**
     * Adds a prompt.
     *
     * @throws IllegalArgumentException when there is one of that name
     */
    public McpServer add(PromptSpec prompt) {
        engine.offer().prompts().add(prompt);
        return this;
    }

    /** Removes a tool; false when there is none of that name. */
    public boolean removeTool(String name) {
        return engine.offer().tools().remove(name);
    }

    /** Removes a resource; false when there is none of that uri. */
    public boolean removeResource(String uri) {
        return engine.offer().resources().remove(uri);
    }

    /** Removes a family of resources; false when there is none of that template. */
    public boolean removeTemplate(String uriTemplate) {
        return engine.offer().templates().remove(uriTemplate);
    }

    /** Removes a prompt; false when there is none of that name. */
    public boolean removePrompt(String name) {
        return engine.offer().prompts().remove(name);
    }

    /** Tells the clients that subscribed to a resource that it has changed. */
    public void resourceUpdated(String uri) {
        engine.resourceUpdated(uri);
    }

    /**
     * Serves a client at the other end of a channel, and returns at once.
     *
     * @param transport names the kind of channel in logs
     * @param principal who is there, where the channel knows
     */
    public ServerConnection connect(Channel channel, String transport, @Nullable Principal principal) {
        return engine.connect(channel, transport, principal, Duration.ZERO);
    }

    /** Like {@link #connect(Channel, String, Principal)}, for a caller that {@link HttpEndpoint#admit} has let in. */
    public ServerConnection connectAdmitted(Channel channel, String transport, HttpEndpoint.Caller caller) {
        return engine.connectAdmitted(channel, transport, caller, Duration.ZERO);
    }

    /**
     * Serves the client on standard input and output until it closes them. Whatever else the program prints goes to standard
     * error from now on, since standard output belongs to the protocol. Requests that are in flight when the input ends have
     * two seconds to be answered.
     *
     * @throws InterruptedException when the waiting thread is interrupted
     */
    public void serveStdio() throws InterruptedException {
        StandardStreams streams = StandardStreams.takeOver();
        Channel channel = new StdioChannel(streams.in(), streams.out(), channelLimits());
        ServerConnection connection = engine.connect(channel, "stdio", null, DRAIN);
        connection.awaitClosed();
        close();
    }

    /** The bounds of a channel to this server. */
    public ChannelLimits channelLimits() {
        return engine.channelLimits();
    }

    /** The server as an HTTP endpoint, for a container: the embedded one of {@code tenon-http}, or a servlet. */
    public HttpEndpoint http(HttpOptions options) {
        return engine.http(options);
    }

    /** The bounds that the server keeps. */
    public Limits limits() {
        return engine.limits();
    }

    /** What is going on in the server now. */
    public ServerStatus status() {
        return engine.status();
    }

    /** Closes with a grace of ten seconds; see {@link #close(Duration)}. */
    @Override
    public void close() {
        close(GRACE);
    }

    /**
     * Shuts down: takes in nothing new, gives the requests in flight this long, cancels the rest, ends subscriptions properly
     * and closes every session and connection. Can be called again.
     */
    public void close(Duration grace) {
        engine.close(grace);
    }
}
