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
 * Builds clients. The client declares only the capabilities for which a handler is set, so servers cannot request
 * anything else. A builder can connect any number of times.
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

    /** Sets the full description of this client: name, version, title, website and icons. */
    public ClientBuilder implementation(Implementation changed) {
        implementation = changed;
        return this;
    }

    /** Declares protocol extensions: settings by extension identifier (2026-07-28). */
    public ClientBuilder extensions(Map<String, Json> changed) {
        extensions = Map.copyOf(changed);
        return this;
    }

    /** Sets the handler that shows forms to the user and declares the capability (elicitation, form mode). */
    public ClientBuilder onForm(FormHandler handler) {
        formHandler = handler;
        return this;
    }

    /** Sets the handler that sends the user to a URL and declares the capability (elicitation, URL mode). */
    public ClientBuilder onUrl(UrlHandler handler) {
        urlHandler = handler;
        return this;
    }

    /** Sets the handler for sampling without tools and declares the capability. */
    public ClientBuilder onSampling(SamplingHandler handler) {
        samplingHandler = handler;
        isSamplingWithTools = false;
        return this;
    }

    /**
     * Sets the handler for sampling in which the model may use tools sent by the server, and declares the capability.
     */
    public ClientBuilder onSamplingWithTools(SamplingHandler handler) {
        samplingHandler = handler;
        isSamplingWithTools = true;
        return this;
    }

    /** Sets the handler that lists the roots and declares the capability. */
    public ClientBuilder onRoots(RootsHandler handler) {
        rootsHandler = handler;
        return this;
    }

    /** Sets a fixed list of roots and declares the capability. */
    public ClientBuilder roots(Root... fixed) {
        List<Root> all = List.of(fixed);
        return onRoots(server -> all);
    }

    /**
     * Sets the policy that the client consults before it calls tools and before it discloses anything to a server. By
     * default everything is allowed.
     */
    public ClientBuilder approvalPolicy(ApprovalPolicy changed) {
        approvalPolicy = changed;
        return this;
    }

    /** Sets the listener for notifications of servers. */
    public ClientBuilder listener(ClientListener changed) {
        listener = changed;
        return this;
    }

    /** Sets the tracer that receives every message, or removes it if null. */
    public ClientBuilder tracer(@Nullable MessageTracer changed) {
        tracer = changed;
        return this;
    }

    /** Sets the limits. The default is {@link ClientLimits#DEFAULT}. */
    public ClientBuilder limits(ClientLimits changed) {
        limits = changed;
        return this;
    }

    /**
     * Sets the allowed protocol revisions. By default all are allowed and the client uses the newest that the server
     * supports. With a single revision the client does not probe the server for its protocol era.
     */
    public ClientBuilder revisions(Revision... allowed) {
        if (allowed.length == 0) {
            throw new IllegalArgumentException("At least one revision must be allowed");
        }
        revisions = EnumSet.copyOf(List.of(allowed));
        return this;
    }

    /**
     * Connects to a server.
     *
     * @throws ConnectionFailedException when the server cannot be reached
     * @throws NotSupportedException when client and server have no revision in common
     */
    public McpClient connect(ServerTarget target) {
        return new McpClient(connectRuntime(target, declaredCapabilities(target), null, null));
    }

    /**
     * Connects to a server for raw calls, whose params and results are not converted. No handler of this builder is
     * used.
     *
     * @param declared the capabilities that the client declares to the server; {@code handler} must support them
     * @param preferred the revision to try first, or null for the newest
     * @param handler handles the requests and notifications of the server
     * @throws ConnectionFailedException when the server cannot be reached
     * @throws NotSupportedException when client and server have no revision in common
     */
    public RawClient connectRaw(
            ServerTarget target, ClientCapabilities declared, @Nullable Revision preferred, RawHandler handler) {
        return connectRuntime(target, declared, preferred, handler);
    }

    private ClientRuntime connectRuntime(
            ServerTarget target,
            ClientCapabilities declared,
            @Nullable Revision preferred,
            @Nullable RawHandler rawHandler) {
        ClientConfig config = new ClientConfig(
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
                preferred,
                rawHandler);
        ClientRuntime runtime = new ClientRuntime(target, config);
        runtime.connectOrClose();
        return runtime;
    }

    private ClientCapabilities declaredCapabilities(ServerTarget target) {
        Map<String, Json> all = new HashMap<>();
        if (target instanceof HttpTarget http && http.credentials() != null) {
            all.putAll(http.credentials().extensions());
        }
        all.putAll(extensions);
        ClientCapabilities capabilities = ClientCapabilities.NONE.withExtensions(all);
        if (rootsHandler != null) {
            capabilities = capabilities.withRoots(true);
        }
        if (samplingHandler != null) {
            capabilities = capabilities.withSampling(isSamplingWithTools);
        }
        return formHandler == null && urlHandler == null
                ? capabilities
                : capabilities.withElicitation(formHandler != null, urlHandler != null);
    }
}
