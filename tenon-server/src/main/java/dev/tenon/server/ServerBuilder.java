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

/** Describes a server; {@link #build} makes it. */
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
    private @Nullable RequestForwarder relay;
    private LeniencyPolicy tolerance = LeniencyPolicy.NONE;

    ServerBuilder(String name, String version) {
        info = Implementation.of(name, version);
    }

    /** A name for people. */
    public ServerBuilder title(String title) {
        info = info.withTitle(title);
        return this;
    }

    /** What the server is for. */
    public ServerBuilder description(String description) {
        info = info.withDescription(description);
        return this;
    }

    /** Where people read more about it. */
    public ServerBuilder websiteUrl(String url) {
        info = info.withWebsiteUrl(url);
        return this;
    }

    /** A picture for it; may be called several times. */
    public ServerBuilder icon(Icon icon) {
        icons.add(icon);
        return this;
    }

    /** What a model should know before it uses this server. */
    public ServerBuilder instructions(String instructions) {
        this.instructions = instructions;
        return this;
    }

    /** A tool; its builder's {@code handler} leads back here. */
    public ToolBuilder<Json, Object, ServerBuilder> tool(String name) {
        return new ToolBuilder<>(name, this::tool);
    }

    /** A tool that was described before. */
    public ServerBuilder tool(ToolSpec tool) {
        items.add(server -> server.add(tool));
        return this;
    }

    /** A resource; its builder's {@code handler} leads back here. */
    public ResourceBuilder<ServerBuilder> resource(String uri) {
        return new ResourceBuilder<>(uri, this::resource);
    }

    /** A resource that was described before. */
    public ServerBuilder resource(ResourceSpec resource) {
        items.add(server -> server.add(resource));
        return this;
    }

    /** A family of resources by an RFC 6570 template; its builder's {@code handler} leads back here. */
    public ResourceTemplateBuilder<ServerBuilder> resourceTemplate(String uriTemplate) {
        return new ResourceTemplateBuilder<>(uriTemplate, this::resourceTemplate);
    }

    /** A family of resources that was described before. */
    public ServerBuilder resourceTemplate(ResourceTemplateSpec template) {
        items.add(server -> server.add(template));
        return this;
    }

    /** A prompt; its builder's {@code handler} leads back here. */
    public PromptBuilder<ServerBuilder> prompt(String name) {
        return new PromptBuilder<>(name, this::prompt);
    }

    /** A prompt that was described before. */
    public ServerBuilder prompt(PromptSpec prompt) {
        items.add(server -> server.add(prompt));
        return this;
    }

    /**
     * Declares the logging capability: {@link CallContext#log} reaches clients. Deprecated by the protocol in
     * 2026-07-28.
     */
    public ServerBuilder enableLogging() {
        logging = true;
        return this;
    }

    /** For how long, and by whom, lists and the server's description may be kept; by default not at all. */
    public ServerBuilder listCaching(Caching caching) {
        listCaching = caching;
        return this;
    }

    /** Declares an extension and its settings, an object. Extensions are off unless declared. */
    public ServerBuilder extension(String identifier, Json settings) {
        extensions.put(identifier, settings);
        return this;
    }

    /** The bounds that the server keeps. */
    public ServerBuilder limits(Limits limits) {
        this.limits = limits;
        return this;
    }

    /** The revisions that are served; by default all. */
    public ServerBuilder revisions(Revision... served) {
        if (served.length == 0) {
            throw new IllegalArgumentException("Serve at least one revision");
        }
        revisions = Revision.newestFirst().stream()
                .filter(List.of(served)::contains)
                .toList();
        return this;
    }

    /** The keys that seal state and cursors; give the same to all nodes of one service. By default random. */
    public ServerBuilder stateKeys(StateEncryptionKeys keys) {
        stateKeys = keys;
        return this;
    }

    /** Somebody who sees every call; may be called several times. */
    public ServerBuilder observer(ServerObserver observer) {
        observers.add(observer);
        return this;
    }

    /**
     * Has somebody else answer, instead of tools, resources and prompts of the server's own, of which it then has none.
     * What clients are told of the server is that one's as well.
     */
    public ServerBuilder forwarder(RequestForwarder somebody) {
        return forwarder(somebody, LeniencyPolicy.NONE);
    }

    /** As the other, for clients whose messages are not always exact. */
    public ServerBuilder forwarder(RequestForwarder somebody, LeniencyPolicy patience) {
        relay = somebody;
        tolerance = patience;
        return this;
    }

    /**
     * Makes the server.
     *
     * @throws IllegalArgumentException when two tools, resources or prompts have the same name
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
                relay,
                tolerance));
        items.forEach(item -> item.accept(server));
        return server;
    }
}
