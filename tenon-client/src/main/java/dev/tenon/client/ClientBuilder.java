package dev.tenon.client;

import dev.tenon.client.internal.Engine;
import dev.tenon.client.internal.Host;
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
 * Makes clients. What no handler is given for is not declared to servers, and they cannot ask for it. It can connect any
 * number of times.
 */
public final class ClientBuilder {
    private Implementation implementation;
    private Map<String, Json> extensions = Map.of();
    private @Nullable FormHandler forms;
    private @Nullable UrlHandler urls;
    private @Nullable SamplingHandler sampling;
    private boolean samplingTools;
    private @Nullable RootsHandler roots;
    private Approval approval = Approval.ALL;
    private ClientListener listener = new ClientListener() {};
    private @Nullable Trace trace;
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
        forms = handler;
        return this;
    }

    /** Sends the user to pages. */
    public ClientBuilder onUrl(UrlHandler handler) {
        urls = handler;
        return this;
    }

    /** Asks a model, without tools. */
    public ClientBuilder onSampling(SamplingHandler handler) {
        sampling = handler;
        samplingTools = false;
        return this;
    }

    /** Asks a model, which may use tools that the server gives with its request. */
    public ClientBuilder onSamplingWithTools(SamplingHandler handler) {
        sampling = handler;
        samplingTools = true;
        return this;
    }

    /** Says where servers may work. */
    public ClientBuilder onRoots(RootsHandler handler) {
        roots = handler;
        return this;
    }

    /** These roots, which never change. */
    public ClientBuilder roots(Root... fixed) {
        List<Root> all = List.of(fixed);
        return onRoots(asker -> all);
    }

    /** Asked before tools are called and before anything is disclosed. */
    public ClientBuilder approval(Approval changed) {
        approval = changed;
        return this;
    }

    /** Told what servers say on their own. */
    public ClientBuilder listener(ClientListener changed) {
        listener = changed;
        return this;
    }

    /** Sees every message. */
    public ClientBuilder trace(@Nullable Trace changed) {
        trace = changed;
        return this;
    }

    /** Other bounds. */
    public ClientBuilder limits(ClientLimits changed) {
        limits = changed;
        return this;
    }

    /**
     * The only revisions that may be spoken. By default all, and the newest that the server knows is; one revision fixes the
     * era, and the server is not asked for it.
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
    public McpClient connect(Target target) {
        return new McpClient(engine(target, capabilities(target), null, null));
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
    public WireClient connectWire(
            Target target, ClientCapabilities declared, @Nullable Revision first, WireHandler handler) {
        return engine(target, declared, first, handler);
    }

    private Engine engine(
            Target target, ClientCapabilities declared, @Nullable Revision first, @Nullable WireHandler wire) {
        Host host = new Host(
                implementation,
                declared,
                forms,
                urls,
                sampling,
                roots,
                approval,
                listener,
                trace,
                limits,
                revisions,
                first,
                wire);
        Engine engine = new Engine(target, host);
        engine.connect();
        return engine;
    }

    private ClientCapabilities capabilities(Target target) {
        Map<String, Json> all = new HashMap<>();
        if (target instanceof HttpTarget http && http.auth() != null) {
            all.putAll(http.auth().extensions());
        }
        all.putAll(extensions);
        ClientCapabilities can = ClientCapabilities.NONE.withExtensions(all);
        if (roots != null) {
            can = can.withRoots(true);
        }
        if (sampling != null) {
            can = can.withSampling(samplingTools);
        }
        return forms == null && urls == null ? can : can.withElicitation(forms != null, urls != null);
    }
}
