package dev.tenon.client;

import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.handler.ApprovalPolicy;
import dev.tenon.client.handler.FormHandler;
import dev.tenon.client.handler.RootsHandler;
import dev.tenon.client.handler.SamplingHandler;
import dev.tenon.client.handler.UrlHandler;
import dev.tenon.client.internal.ClientRuntime;
import dev.tenon.client.internal.config.ClientConfig;
import dev.tenon.json.Json;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.model.Root;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes clients. What no handler is given for is not declared to servers, and they cannot ask for it. It can connect
 * any number of times.
 */
public final class ClientBuilder {
    private Implementation implementation;
    private Map<String, Json> extensions = Map.of();
    private @Nullable FormHandler formHandler;
    private @Nullable UrlHandler urlHandler;
    private @Nullable SamplingHandler samplingHandler;
    private boolean isSamplingWithTools;
    private @Nullable RootsHandler rootsHandler;
    private ApprovalPolicy approvalPolicy = ApprovalPolicy.ALLOW_ALL;
    private ClientListener listener = new ClientListener() {};
    private @Nullable MessageTracer tracer;
    private ClientLimits limits = ClientLimits.DEFAULT;
    private Set<Revision> revisions = EnumSet.allOf(Revision.class);

    ClientBuilder(String name, String version) {
        implementation = Implementation.of(name, version);
    }

    /** Says more of this client: a title, a web site, icons. */
    public ClientBuilder implementation(Implementation changed) {
        implementation = changed;
        return this;
    }

    /** Declares extensions: settings by identifier (2026-07-28). */
    public ClientBuilder extensions(Map<String, Json> changed) {
        extensions = Map.copyOf(changed);
        return this;
    }

    /** Shows forms to the user. */
    public ClientBuilder onForm(FormHandler handler) {
        formHandler = handler;
        return this;
    }

    /** Sends the user to pages. */
    public ClientBuilder onUrl(UrlHandler handler) {
        urlHandler = handler;
        return this;
    }

    /** Asks a model, without tools. */
    public ClientBuilder onSampling(SamplingHandler handler) {
        samplingHandler = handler;
        isSamplingWithTools = false;
        return this;
    }

    /** Asks a model, which may use tools that the server gives with its request. */
    public ClientBuilder onSamplingWithTools(SamplingHandler handler) {
        samplingHandler = handler;
        isSamplingWithTools = true;
        return this;
    }

    /** Says where servers may work. */
    public ClientBuilder onRoots(RootsHandler handler) {
        rootsHandler = handler;
        return this;
    }

    /** These roots, which never change. */
    public ClientBuilder roots(Root... fixed) {
        List<Root> all = List.of(fixed);
        return onRoots(asker -> all);
    }

    /** Asked before tools are called and before anything is disclosed. */
    public ClientBuilder approvalPolicy(ApprovalPolicy changed) {
        approvalPolicy = changed;
        return this;
    }

    /** Told what servers say on their own. */
    public ClientBuilder listener(ClientListener changed) {
        listener = changed;
        return this;
    }

    /** Sees every message. */
    public ClientBuilder tracer(@Nullable MessageTracer changed) {
        tracer = changed;
        return this;
    }

    /** Other bounds. */
    public ClientBuilder limits(ClientLimits changed) {
        limits = changed;
        return this;
    }

    /**
     * The only revisions that may be spoken. By default all, and the newest that the server knows is; one revision
     * fixes the era, and the server is not asked for it.
     */
    public ClientBuilder revisions(Revision... allowed) {
        if (allowed.length == 0) {
            throw new IllegalArgumentException("A client speaks at least one revision");
        }
        revisions = EnumSet.copyOf(List.of(allowed));
        return this;
    }

    /**
     * Connects to a server.
     *
     * @throws ConnectionFailedException when it cannot be reached
     * @throws NotSupportedException when there is no revision in common
     */
    public McpClient connect(ServerTarget target) {
        return new McpClient(createRuntime(target, declaredCapabilities(target), null, null));
    }

    /**
     * Connects to a server in the terms of the wire. None of this builder's handlers is used.
     *
     * @param declared what the server is told that the client can; whoever answers has to be able to
     * @param first the revision to try first, or null for the newest
     * @param handler takes what the server says on its own
     * @throws ConnectionFailedException when it cannot be reached
     * @throws NotSupportedException when there is no revision in common
     */
    public RawClient connectRaw(
            ServerTarget target, ClientCapabilities declared, @Nullable Revision first, RawHandler handler) {
        return createRuntime(target, declared, first, handler);
    }

    private ClientRuntime createRuntime(
            ServerTarget target, ClientCapabilities declared, @Nullable Revision first, @Nullable RawHandler wire) {
        ClientConfig host = new ClientConfig(
                implementation,
                declared,
                formHandler,
                urlHandler,
                samplingHandler,
                rootsHandler,
                approvalPolicy,
                listener,
                tracer,
                limits,
                revisions,
                first,
                wire);
        ClientRuntime engine = new ClientRuntime(target, host);
        engine.connect();
        return engine;
    }

    private ClientCapabilities declaredCapabilities(ServerTarget target) {
        Map<String, Json> all = new HashMap<>();
        if (target instanceof HttpTarget http && http.credentials() != null) {
            all.putAll(http.credentials().extensions());
        }
        all.putAll(extensions);
        ClientCapabilities can = ClientCapabilities.NONE.withExtensions(all);
        if (rootsHandler != null) {
            can = can.withRoots(true);
        }
        if (samplingHandler != null) {
            can = can.withSampling(isSamplingWithTools);
        }
        return formHandler == null && urlHandler == null
                ? can
                : can.withElicitation(formHandler != null, urlHandler != null);
    }
}
