package dev.tenon.server;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.model.Caching;
import dev.tenon.model.Icon;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.server.call.CallContext;
import dev.tenon.server.feature.PromptBuilder;
import dev.tenon.server.feature.PromptSpec;
import dev.tenon.server.feature.ResourceBuilder;
import dev.tenon.server.feature.ResourceSpec;
import dev.tenon.server.feature.ResourceTemplateBuilder;
import dev.tenon.server.feature.ResourceTemplateSpec;
import dev.tenon.server.feature.ToolBuilder;
import dev.tenon.server.feature.ToolSpec;
import dev.tenon.server.forwarder.RequestForwarder;
import dev.tenon.server.internal.request.ServerSettings;
import dev.tenon.server.observer.ServerObserver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Builds an {@link McpServer}. */
public final class ServerBuilder {
    private final List<Icon> icons = new ArrayList<>();
    private final List<Consumer<McpServer>> items = new ArrayList<>();
    private final List<ServerObserver> observers = new ArrayList<>();
    private final Map<String, Json> extensions = new LinkedHashMap<>();
    private Implementation info;
    private @Nullable String instructions;
    private Limits limits = Limits.DEFAULT;
    private List<Revision> revisions = Revision.newestFirst();
    private StateEncryptionKeys stateKeys = StateEncryptionKeys.generate();
    private Caching listCaching = Caching.NONE;
    private boolean logging;
    private @Nullable RequestForwarder forwarder;
    private LeniencyPolicy leniency = LeniencyPolicy.NONE;

    ServerBuilder(String name, String version) {
        info = Implementation.of(name, version);
    }

    /** Sets the display name. */
    public ServerBuilder title(String title) {
        info = info.withTitle(title);
        return this;
    }

    /** Sets a description of the purpose of the server. */
    public ServerBuilder description(String description) {
        info = info.withDescription(description);
        return this;
    }

    /** Sets the URL of a page about the server. */
    public ServerBuilder websiteUrl(String url) {
        info = info.withWebsiteUrl(url);
        return this;
    }

    /** Adds an icon; can be called several times. */
    public ServerBuilder icon(Icon icon) {
        icons.add(icon);
        return this;
    }

    /** Sets instructions for the model that uses this server. */
    public ServerBuilder instructions(String instructions) {
        this.instructions = instructions;
        return this;
    }

    /** Starts to describe a tool; {@code handler} of the returned builder adds it and returns this builder. */
    public ToolBuilder<Json, Object, ServerBuilder> tool(String name) {
        return new ToolBuilder<>(name, this::tool);
    }

    /** Adds a tool. */
    public ServerBuilder tool(ToolSpec tool) {
        items.add(server -> server.add(tool));
        return this;
    }

    /** Starts to describe a resource; {@code handler} of the returned builder adds it and returns this builder. */
    public ResourceBuilder<ServerBuilder> resource(String uri) {
        return new ResourceBuilder<>(uri, this::resource);
    }

    /** Adds a resource. */
    public ServerBuilder resource(ResourceSpec resource) {
        items.add(server -> server.add(resource));
        return this;
    }

    /**
     * Starts to describe a resource template (RFC 6570); {@code handler} of the returned builder adds it and returns
     * this builder.
     */
    public ResourceTemplateBuilder<ServerBuilder> resourceTemplate(String uriTemplate) {
        return new ResourceTemplateBuilder<>(uriTemplate, this::resourceTemplate);
    }

    /** Adds a resource template. */
    public ServerBuilder resourceTemplate(ResourceTemplateSpec template) {
        items.add(server -> server.add(template));
        return this;
    }

    /** Starts to describe a prompt; {@code handler} of the returned builder adds it and returns this builder. */
    public PromptBuilder<ServerBuilder> prompt(String name) {
        return new PromptBuilder<>(name, this::prompt);
    }

    /** Adds a prompt. */
    public ServerBuilder prompt(PromptSpec prompt) {
        items.add(server -> server.add(prompt));
        return this;
    }

    /**
     * Declares the logging capability, so that {@link CallContext#log} sends messages to clients. Off by default. The
     * protocol has deprecated it in 2026-07-28.
     */
    public ServerBuilder enableLogging() {
        logging = true;
        return this;
    }

    /** Sets how long, and by which caches, lists and the server description may be cached. Default: not at all. */
    public ServerBuilder listCaching(Caching caching) {
        listCaching = caching;
        return this;
    }

    /**
     * Declares an extension. Extensions that are not declared are off.
     *
     * @param settings the settings of the extension, a JSON object
     */
    public ServerBuilder extension(String identifier, Json settings) {
        extensions.put(identifier, settings);
        return this;
    }

    /** Sets the limits. Default: {@link Limits#DEFAULT}. */
    public ServerBuilder limits(Limits limits) {
        this.limits = limits;
        return this;
    }

    /**
     * Sets the protocol revisions to serve. Default: all.
     *
     * @throws IllegalArgumentException if no revision is given
     */
    public ServerBuilder revisions(Revision... served) {
        if (served.length == 0) {
            throw new IllegalArgumentException("Serve at least one revision");
        }
        revisions = Revision.newestFirst().stream()
                .filter(List.of(served)::contains)
                .toList();
        return this;
    }

    /**
     * Sets the keys that encrypt {@code requestState} and page cursors. All nodes of one service need the same keys.
     * Default: a random key.
     */
    public ServerBuilder stateKeys(StateEncryptionKeys keys) {
        stateKeys = keys;
        return this;
    }

    /** Adds an observer of all requests; can be called several times. */
    public ServerBuilder observer(ServerObserver observer) {
        observers.add(observer);
        return this;
    }

    /**
     * Forwards requests to another server. This server then has no tools, resources and prompts of its own, and clients
     * get the description of the other server.
     */
    public ServerBuilder forwarder(RequestForwarder requestForwarder) {
        return forwarder(requestForwarder, LeniencyPolicy.NONE);
    }

    /**
     * Like {@link #forwarder(RequestForwarder)}, and accepts messages that violate the protocol.
     *
     * @param leniency the violations that are accepted
     */
    public ServerBuilder forwarder(RequestForwarder requestForwarder, LeniencyPolicy leniency) {
        forwarder = requestForwarder;
        this.leniency = leniency;
        return this;
    }

    /**
     * Builds the server.
     *
     * @throws IllegalArgumentException if two tools, resources, resource templates or prompts have the same name
     */
    public McpServer build() {
        McpServer server = new McpServer(new ServerSettings(
                info.withIcons(icons),
                instructions,
                logging,
                Map.copyOf(extensions),
                revisions,
                limits,
                stateKeys,
                listCaching,
                observers,
                forwarder,
                leniency));
        items.forEach(item -> item.accept(server));
        return server;
    }
}
