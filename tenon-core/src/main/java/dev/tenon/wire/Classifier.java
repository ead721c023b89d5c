package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.Tolerance;
import dev.tenon.model.MetaKey;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which era a message belongs to: a pure function of the message and its headers (2026-07-28, basic/versioning,
 * Compatibility Matrix).
 *
 * <p>The {@code _meta} of the newest era decides first, then {@code initialize}, then the session, then the header that
 * names a revision. Nothing behind this door asks again.
 */
public final class Classifier {
    private static final String INITIALIZE = "initialize";

    private final List<Revision> served;
    private final boolean servesSessions;
    private final Tolerance tolerance;

    /** For a server that serves these revisions; the body counts alone where headers that contradict it are tolerated. */
    public Classifier(List<Revision> served, Tolerance tolerance) {
        this.served = List.copyOf(served);
        this.tolerance = tolerance;
        this.servesSessions = served.stream().anyMatch(r -> !r.isStateless());
    }

    /**
     * Where a message belongs that came by HTTP.
     *
     * @param headers the headers that matter, as they came
     */
    public Route http(Message message, HttpMarkers headers) {
        Json params = params(message);
        Json claimed = claimedVersion(params);
        if (message instanceof Request request) {
            if (claimed != null) {
                return stateless(request, claimed, headers);
            }
            if (request.method().equals(INITIALIZE)) {
                return new Route.Opening();
            }
        }
        if (headers.sessionId() != null && servesSessions) {
            return claimed != null ? new Route.Unbound() : inSession(headers.sessionId(), headers.version());
        }
        return withoutSession(message, headers.version());
    }

    /**
     * Where a message belongs that came on a connection which carries both eras.
     *
     * @param sessionId the session that was opened on it, or null
     */
    public Route connection(Request request, @Nullable String sessionId) {
        Json claimed = claimedVersion(request.params());
        if (claimed != null) {
            return supported(claimed);
        }
        if (request.method().equals(INITIALIZE)) {
            return new Route.Opening();
        }
        return sessionId == null ? unmarked(request) : new Route.InSession(sessionId);
    }

    private Route stateless(Request request, Json claimed, HttpMarkers headers) {
        String header = headers.version();
        String version = claimed.string();
        if (version != null && !version.equals(header)) {
            String problem = header == null
                    ? "MCP-Protocol-Version: header required"
                    : "MCP-Protocol-Version: header says " + Quote.shortened(header) + ", body says "
                            + Quote.shortened(version);
            if (isRefused(problem)) {
                return mismatch(problem);
            }
        }
        Route route = supported(claimed);
        if (route instanceof Route.Stateless) {
            Optional<String> problem = headers.mirror().apply(request).filter(this::isRefused);
            if (problem.isPresent()) {
                return mismatch(problem.get());
            }
        }
        return route;
    }

    private boolean isRefused(String problem) {
        return !tolerance.lets(Tolerance.Check.HEADERS, problem);
    }

    private Route supported(Json claimed) {
        String version = claimed.string();
        if (version == null) {
            return invalidParams(metaPath(MetaKey.PROTOCOL_VERSION) + ": expected string, got "
                    + claimed.kind().word());
        }
        Revision revision = Revision.of(version).orElse(null);
        if (revision == null || !revision.isStateless() || !served.contains(revision)) {
            return unsupported(version);
        }
        return new Route.Stateless(revision);
    }

    private Route inSession(String sessionId, @Nullable String version) {
        if (version != null && Revision.of(version).isEmpty()) {
            return unsupported(version);
        }
        return new Route.InSession(sessionId);
    }

    private Route withoutSession(Message message, @Nullable String version) {
        Optional<Revision> named = Optional.ofNullable(version).flatMap(Revision::of);
        if (version != null && named.isEmpty()) {
            return unsupported(version);
        }
        if (message instanceof Request && version == null && !servesSessions) {
            return mismatch("MCP-Protocol-Version: header required");
        }
        boolean stateless = named.isPresent() && named.get().isStateless();
        if (message instanceof Request && stateless) {
            return invalidParams(metaPath(MetaKey.PROTOCOL_VERSION) + ": required");
        }
        if (message instanceof Notification && (stateless || version == null)) {
            return new Route.Unbound();
        }
        String problem = message instanceof Request || message instanceof Notification
                ? "Mcp-Session-Id: header required; open a session with initialize, or send _meta as 2026-07-28 does"
                : "A response belongs to a session, and none is named";
        return new Route.Rejected(new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + problem));
    }

    /** On a connection without a session, a request without markers is one of the newest era that lacks them. */
    private static Route unmarked(Request request) {
        if (request.method().equals(Methods.PING.name())) {
            return ping(request);
        }
        if (!KnownMethods.isRequestOfClient(request.method())) {
            return new Route.Rejected(KnownMethods.notFound(request.method()));
        }
        return invalidParams(metaPath(MetaKey.PROTOCOL_VERSION) + ": required, unless initialize came before");
    }

    /** Allowed before {@code initialize}; its params are the same in every revision that has it. */
    private static Route ping(Request request) {
        try {
            var unused = HandshakeWire.forInitialize(null).decodeParams(Methods.PING, request.params());
            return new Route.Unbound();
        } catch (ParamsException e) {
            return invalidParams(String.valueOf(e.getMessage()));
        }
    }

    private Route unsupported(String requested) {
        List<String> supported = served.stream().map(Revision::wireName).toList();
        RpcError error = new RpcError(ErrorCode.UNSUPPORTED_PROTOCOL_VERSION, "Unsupported protocol version")
                .withData(Map.of("supported", supported, "requested", requested));
        return new Route.Rejected(error);
    }

    private static Route mismatch(String problem) {
        return new Route.Rejected(new RpcError(ErrorCode.HEADER_MISMATCH, problem));
    }

    private static Route invalidParams(String problem) {
        return new Route.Rejected(new RpcError(ErrorCode.INVALID_PARAMS, "Invalid params: " + problem));
    }

    private static String metaPath(String key) {
        return "params._meta[\"" + key + "\"]";
    }

    private static @Nullable Json params(Message message) {
        if (message instanceof Request request) {
            return request.params();
        }
        return message instanceof Notification notification ? notification.params() : null;
    }

    private static @Nullable Json claimedVersion(@Nullable Json params) {
        Json meta = params == null ? null : params.get("_meta");
        return meta == null ? null : meta.get(MetaKey.PROTOCOL_VERSION);
    }
}
