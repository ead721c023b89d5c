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
 * Determines whether a message belongs to a session or is stateless. The result depends only on the message and its
 * headers (2026-07-28, basic/versioning, Compatibility Matrix).
 *
 * <p>The {@code _meta} of 2026-07-28 decides first, then {@code initialize}, then the session id, then the header that
 * names a revision. Later stages rely on this result and do not classify again.
 */
public final class MessageClassifier {
    private static final String VERSION_PATH = "params._meta[\"" + MetaKey.PROTOCOL_VERSION + "\"]";

    private final List<Revision> supportedRevisions;
    private final boolean servesSessions;
    private final LeniencyPolicy leniency;

    /**
     * Creates a classifier.
     *
     * @param supportedRevisions the revisions that the server supports
     * @param leniency decides whether headers may contradict the body; if they may, the body counts
     */
    public MessageClassifier(List<Revision> supportedRevisions, LeniencyPolicy leniency) {
        this.supportedRevisions = List.copyOf(supportedRevisions);
        this.leniency = leniency;
        this.servesSessions = supportedRevisions.stream().anyMatch(r -> !r.isStateless());
    }

    /**
     * Classifies a message that arrived over HTTP.
     *
     * @param headers the protocol headers as received
     */
    public MessageRoute classifyHttp(JsonRpcMessage message, ProtocolHeaders headers) {
        Json metaVersion = claimedVersion(paramsOf(message));
        if (message instanceof Request request) {
            if (metaVersion != null) {
                return classifyStateless(request, metaVersion, headers);
            }
            if (request.method().equals(Methods.INITIALIZE.name())) {
                return new MessageRoute.InitializeRequest();
            }
        }
        if (headers.sessionId() != null && servesSessions) {
            return metaVersion != null
                    ? new MessageRoute.UnboundMessage()
                    : classifyInSession(headers.sessionId(), headers.protocolVersion());
        }
        return classifyWithoutSession(message, headers.protocolVersion());
    }

    /**
     * Classifies a request that arrived on a connection which carries both stateless requests and a session.
     *
     * @param sessionId the session opened on the connection, or null
     */
    public MessageRoute classifyOnConnection(Request request, @Nullable String sessionId) {
        Json metaVersion = claimedVersion(request.params());
        if (metaVersion != null) {
            return checkSupported(metaVersion);
        }
        if (request.method().equals(Methods.INITIALIZE.name())) {
            return new MessageRoute.InitializeRequest();
        }
        return sessionId == null ? classifyUnmarked(request) : new MessageRoute.SessionMessage(sessionId);
    }

    private MessageRoute classifyStateless(Request request, Json metaVersion, ProtocolHeaders headers) {
        String header = headers.protocolVersion();
        String version = metaVersion.string();
        if (version != null && !version.equals(header)) {
            String problem = header == null
                    ? "MCP-Protocol-Version: header required"
                    : "MCP-Protocol-Version: header says " + Excerpts.quote(header) + ", body says "
                            + Excerpts.quote(version);
            if (isRejected(problem)) {
                return headerMismatch(problem);
            }
        }
        MessageRoute route = checkSupported(metaVersion);
        if (route instanceof MessageRoute.StatelessRequest) {
            Optional<String> problem = headers.headerCheck().apply(request).filter(this::isRejected);
            if (problem.isPresent()) {
                return headerMismatch(problem.get());
            }
        }
        return route;
    }

    private boolean isRejected(String problem) {
        return !leniency.allows(LeniencyPolicy.ProtocolCheck.HEADERS, problem);
    }

    private MessageRoute checkSupported(Json metaVersion) {
        String version = metaVersion.string();
        if (version == null) {
            return invalidParams(VERSION_PATH + ": expected string, got "
                    + metaVersion.kind().displayName());
        }
        Revision revision = Revision.of(version).orElse(null);
        if (revision == null || !revision.isStateless() || !supportedRevisions.contains(revision)) {
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
            return invalidParams(VERSION_PATH + ": required");
        }
        if (message instanceof Notification && (stateless || version == null)) {
            return new MessageRoute.UnboundMessage();
        }
        String problem = message instanceof Request || message instanceof Notification
                ? "Mcp-Session-Id: header required; open a session with initialize, or send _meta as 2026-07-28 does"
                : "Mcp-Session-Id: header required with a response";
        return new MessageRoute.RejectedMessage(new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + problem));
    }

    /**
     * Classifies a request without markers on a connection without a session: it is a 2026-07-28 request with required
     * metadata missing.
     */
    private static MessageRoute classifyUnmarked(Request request) {
        if (request.method().equals(Methods.PING.name())) {
            return classifyPing(request);
        }
        if (!KnownMethods.isClientRequest(request.method())) {
            return new MessageRoute.RejectedMessage(KnownMethods.methodNotFoundError(request.method()));
        }
        return invalidParams(VERSION_PATH + ": required, unless initialize came before");
    }

    /**
     * Classifies a {@code ping}, which is allowed before {@code initialize}. Its params are the same in every revision
     * that has it.
     */
    private static MessageRoute classifyPing(Request request) {
        try {
            var unused = HandshakeCodec.forInitialize(null).decodeParams(Methods.PING, request.params());
            return new MessageRoute.UnboundMessage();
        } catch (ParamsException e) {
            return invalidParams(String.valueOf(e.getMessage()));
        }
    }

    private MessageRoute unsupportedVersion(String requested) {
        List<String> supported =
                supportedRevisions.stream().map(Revision::wireName).toList();
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
