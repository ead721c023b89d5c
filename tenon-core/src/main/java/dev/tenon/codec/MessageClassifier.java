package dev.tenon.codec;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.MetaKey;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which era a message belongs to: a pure function of the message and its headers (2026-07-28,
 * basic/versioning, Compatibility Matrix).
 *
 * <p>The {@code _meta} of the newest era decides first, then {@code initialize}, then the session, then the header that
 * names a revision. Nothing behind this door asks again.
 */
public final class MessageClassifier {
    private static final String INITIALIZE = "initialize";

    private final List<Revision> served;
    private final boolean servesSessions;
    private final LeniencyPolicy tolerance;

    /**
     * For a server that serves these revisions; the body counts alone where headers that contradict it are tolerated.
     */
    public MessageClassifier(List<Revision> served, LeniencyPolicy tolerance) {
        this.served = List.copyOf(served);
        this.tolerance = tolerance;
        this.servesSessions = served.stream().anyMatch(r -> !r.isStateless());
    }

    /**
     * Where a message belongs that came by HTTP.
     *
     * @param headers the headers that matter, as they came
     */
    public MessageRoute classifyHttp(JsonRpcMessage message, ProtocolHeaders headers) {
        Json params = paramsOf(message);
        Json claimed = claimedVersion(params);
        if (message instanceof Request request) {
            if (claimed != null) {
                return classifyStateless(request, claimed, headers);
            }
            if (request.method().equals(INITIALIZE)) {
                return new MessageRoute.InitializeRequest();
            }
        }
        if (headers.sessionId() != null && servesSessions) {
            return claimed != null
                    ? new MessageRoute.UnboundMessage()
                    : classifyInSession(headers.sessionId(), headers.protocolVersion());
        }
        return classifyWithoutSession(message, headers.protocolVersion());
    }

    /**
     * Where a message belongs that came on a connection which carries both eras.
     *
     * @param sessionId the session that was opened on it, or null
     */
    public MessageRoute classifyOnConnection(Request request, @Nullable String sessionId) {
        Json claimed = claimedVersion(request.params());
        if (claimed != null) {
            return checkSupported(claimed);
        }
        if (request.method().equals(INITIALIZE)) {
            return new MessageRoute.InitializeRequest();
        }
        return sessionId == null ? classifyUnmarked(request) : new MessageRoute.SessionMessage(sessionId);
    }

    private MessageRoute classifyStateless(Request request, Json claimed, ProtocolHeaders headers) {
        String header = headers.protocolVersion();
        String version = claimed.string();
        if (version != null && !version.equals(header)) {
            String problem = header == null
                    ? "MCP-Protocol-Version: header required"
                    : "MCP-Protocol-Version: header says " + Excerpts.quote(header) + ", body says "
                            + Excerpts.quote(version);
            if (isRejected(problem)) {
                return headerMismatch(problem);
            }
        }
        MessageRoute route = checkSupported(claimed);
        if (route instanceof MessageRoute.StatelessRequest) {
            Optional<String> problem = headers.mirrorCheck().apply(request).filter(this::isRejected);
            if (problem.isPresent()) {
                return headerMismatch(problem.get());
            }
        }
        return route;
    }

    private boolean isRejected(String problem) {
        return !tolerance.allows(LeniencyPolicy.ProtocolCheck.HEADERS, problem);
    }

    private MessageRoute checkSupported(Json claimed) {
        String version = claimed.string();
        if (version == null) {
            return invalidParams(metaPath(MetaKey.PROTOCOL_VERSION) + ": expected string, got "
                    + claimed.kind().displayName());
        }
        Revision revision = Revision.of(version).orElse(null);
        if (revision == null || !revision.isStateless() || !served.contains(revision)) {
            return unsupportedVersion(version);
        }
        return new MessageRoute.StatelessRequest(revision);
    }

    private MessageRoute classifyInSession(String sessionId, @Nullable String version) {
        if (version != null && Revision.of(version).isEmpty()) {
            return unsupportedVersion(version);
        }
        return new MessageRoute.SessionMessage(sessionId);
    }

    private MessageRoute classifyWithoutSession(JsonRpcMessage message, @Nullable String version) {
        Optional<Revision> named = Optional.ofNullable(version).flatMap(Revision::of);
        if (version != null && named.isEmpty()) {
            return unsupportedVersion(version);
        }
        if (message instanceof Request && version == null && !servesSessions) {
            return headerMismatch("MCP-Protocol-Version: header required");
        }
        boolean stateless = named.isPresent() && named.get().isStateless();
        if (message instanceof Request && stateless) {
            return invalidParams(metaPath(MetaKey.PROTOCOL_VERSION) + ": required");
        }
        if (message instanceof Notification && (stateless || version == null)) {
            return new MessageRoute.UnboundMessage();
        }
        String problem = message instanceof Request || message instanceof Notification
                ? "Mcp-Session-Id: header required; open a session with initialize, or send _meta as 2026-07-28 does"
                : "A response belongs to a session, and none is named";
        return new MessageRoute.RejectedMessage(new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + problem));
    }

    /** On a connection without a session, a request without markers is one of the newest era that lacks them. */
    private static MessageRoute classifyUnmarked(Request request) {
        if (request.method().equals(Methods.PING.name())) {
            return classifyPing(request);
        }
        if (!KnownMethods.isClientRequest(request.method())) {
            return new MessageRoute.RejectedMessage(KnownMethods.methodNotFoundError(request.method()));
        }
        return invalidParams(metaPath(MetaKey.PROTOCOL_VERSION) + ": required, unless initialize came before");
    }

    /** Allowed before {@code initialize}; its params are the same in every revision that has it. */
    private static MessageRoute classifyPing(Request request) {
        try {
            var unused = HandshakeCodec.forInitialize(null).decodeParams(Methods.PING, request.params());
            return new MessageRoute.UnboundMessage();
        } catch (ParamsException e) {
            return invalidParams(String.valueOf(e.getMessage()));
        }
    }

    private MessageRoute unsupportedVersion(String requested) {
        List<String> supported = served.stream().map(Revision::wireName).toList();
        RpcError error = new RpcError(ErrorCode.UNSUPPORTED_PROTOCOL_VERSION, "Unsupported protocol version")
                .withData(Map.of("supported", supported, "requested", requested));
        return new MessageRoute.RejectedMessage(error);
    }

    private static MessageRoute headerMismatch(String problem) {
        return new MessageRoute.RejectedMessage(new RpcError(ErrorCode.HEADER_MISMATCH, problem));
    }

    private static MessageRoute invalidParams(String problem) {
        return new MessageRoute.RejectedMessage(new RpcError(ErrorCode.INVALID_PARAMS, "Invalid params: " + problem));
    }

    private static String metaPath(String key) {
        return "params._meta[\"" + key + "\"]";
    }

    private static @Nullable Json paramsOf(JsonRpcMessage message) {
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
