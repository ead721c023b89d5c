package dev.tenon.client.internal.connection;

import static dev.tenon.client.internal.connection.ClientContext.LOG;

import dev.tenon.client.ServerInfo;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.client.internal.config.ClientConfig;
import dev.tenon.client.internal.connection.McpConnection.SentRequest;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.client.internal.transport.http.HttpRpcErrorException;
import dev.tenon.codec.HandshakeCodec;
import dev.tenon.codec.ResultException;
import dev.tenon.codec.StatelessCodec;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.NoResponseException;
import dev.tenon.jsonrpc.NoResponseException.FailureReason;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.jsonrpc.internal.Deadline;
import dev.tenon.model.DiscoverResult;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.InitializeParams;
import dev.tenon.model.InitializeResult;
import dev.tenon.model.Meta;
import dev.tenon.model.Methods;
import dev.tenon.model.RequestMeta;
import dev.tenon.model.Revision;
import dev.tenon.model.ServerCapabilities;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Negotiates the protocol with a server: detects its protocol era and agrees on a revision (versioning, section
 * "Backward Compatibility").
 */
record ProtocolNegotiator(ClientConfig config, String target) {
    /** Assumed for a server that supports the newest revision but not {@code server/discover}. */
    private static final ServerCapabilities ASSUMED_CAPABILITIES = ServerCapabilities.NONE
            .withTools(false)
            .withResources(false, false)
            .withPrompts(false)
            .withCompletions(true);

    private static final Set<Integer> STATELESS_ERRORS = Set.of(
            ErrorCode.HEADER_MISMATCH, ErrorCode.MISSING_CLIENT_CAPABILITY, ErrorCode.UNSUPPORTED_PROTOCOL_VERSION);
    /** Statuses that do not show which protocol the server supports. */
    private static final Set<Integer> INCONCLUSIVE_STATUSES = Set.of(401, 403, 407, 429, 502, 503, 504);

    private static final StatelessCodec STATELESS_CODEC = new StatelessCodec(null);
    /** An upper bound only: each request has its own deadline. */
    private static final Duration MAX_WAIT = Duration.ofDays(1);

    /**
     * Sends {@code server/discover} in the newest revision. A server that rejects this revision but names it as
     * supported, such as a node that was just replaced, is probed once more.
     *
     * @param deadline until when a response is accepted
     * @param probeTimeout how long to wait for it before {@link ProbeResult.TimeoutResult} is returned; null to wait
     *     until the deadline
     * @throws NotSupportedException when client and server have no revision in common
     * @throws NoResponseException when no response arrived by the deadline
     */
    ProbeResult probe(McpConnection connection, Deadline deadline, @Nullable Duration probeTimeout) {
        ProbeResult preferred = probeOnce(connection, deadline, probeTimeout);
        ProbeResult probe = preferred instanceof ProbeResult.RetryResult
                ? probeOnce(connection, deadline, probeTimeout)
                : preferred;
        if (probe instanceof ProbeResult.RetryResult) {
            throw new NotSupportedException(
                    "The server rejects revision " + Revision.newest() + " although it lists it as supported");
        }
        return probe;
    }

    private ProbeResult probeOnce(McpConnection connection, Deadline deadline, @Nullable Duration probeTimeout) {
        SentRequest request = connection.callAsync(discoverRequest(deadline));
        boolean completed = awaitCompletion(request.outcomeFuture(), probeTimeout == null ? MAX_WAIT : probeTimeout);
        return completed ? interpretResponse(request) : new ProbeResult.TimeoutResult(request);
    }

    private OutboundRequest discoverRequest(Deadline deadline) {
        RequestMeta meta = RequestMeta.of(config.implementation(), config.capabilities());
        Json params = STATELESS_CODEC.encodeParams(
                Methods.DISCOVER, EmptyParams.EMPTY, STATELESS_CODEC.withRequestMeta(Meta.EMPTY, meta));
        MirroredHeaders headers = new MirroredHeaders(Revision.newest().wireName(), null, Map.of(), false);
        return OutboundRequest.withoutCancellation(Methods.DISCOVER.name(), params, headers, deadline);
    }

    private static boolean awaitCompletion(CompletableFuture<?> future, Duration time) {
        try {
            var unused = future.get(time.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NoResponseException(
                    FailureReason.INTERRUPTED, "Interrupted while waiting for the first response");
        }
    }

    /** Interprets the response to the probe. */
    private ProbeResult interpretResponse(SentRequest request) {
        try {
            return interpretDiscovery(
                    (DiscoverResult) STATELESS_CODEC.decodeResult(Methods.DISCOVER, awaitResult(request)));
        } catch (RpcException e) {
            return interpretError(e.error(), false);
        } catch (HttpRpcErrorException e) {
            return interpretError(e.error(), e.status() == 404);
        } catch (HttpStatusException e) {
            if (INCONCLUSIVE_STATUSES.contains(e.status())) {
                throw e;
            }
            return new ProbeResult.HandshakeNeededResult(String.valueOf(e.getMessage()));
        } catch (ResultException | InvalidResponseException e) {
            return new ProbeResult.HandshakeNeededResult(String.valueOf(e.getMessage()));
        } catch (NoResponseException e) {
            if (e.reason() == FailureReason.MALFORMED_RESPONSE || e.reason() == FailureReason.CLOSED) {
                return new ProbeResult.HandshakeNeededResult(String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    private static Json awaitResult(SentRequest request) {
        return request.outcomeFuture().join().takeResult();
    }

    private ProbeResult interpretDiscovery(DiscoverResult result) {
        if (!result.supportedVersions().contains(Revision.newest().wireName())) {
            return requireOfferedHandshakeRevision(result.supportedVersions());
        }
        ServerInfo server = new ServerInfo(
                Revision.newest(),
                STATELESS_CODEC.decodeServerInfo(result.meta()),
                result.capabilities(),
                result.instructions(),
                result.supportedVersions());
        return createStatelessResult(server);
    }

    private ProbeResult createStatelessResult(ServerInfo server) {
        return new ProbeResult.StatelessResult(new NegotiatedProtocol(STATELESS_CODEC, server, target));
    }

    private ProbeResult interpretError(RpcError error, boolean notFound) {
        if (error.code() == ErrorCode.UNSUPPORTED_PROTOCOL_VERSION) {
            List<String> supported = supportedVersions(error.data());
            return supported.contains(Revision.newest().wireName())
                    ? new ProbeResult.RetryResult()
                    : requireOfferedHandshakeRevision(supported);
        }
        if (STATELESS_ERRORS.contains(error.code())) {
            throw new ServerErrorException(error);
        }
        if (notFound && error.code() == ErrorCode.METHOD_NOT_FOUND) {
            return createStatelessResult(
                    new ServerInfo(Revision.newest(), null, ASSUMED_CAPABILITIES, null, List.of()));
        }
        return new ProbeResult.HandshakeNeededResult("error " + error.code());
    }

    /** Returns that a handshake is needed, unless the server names its revisions and none is in common. */
    private ProbeResult requireOfferedHandshakeRevision(List<String> supported) {
        boolean common =
                config.revisions().stream().anyMatch(r -> !r.isStateless() && supported.contains(r.wireName()));
        if (!common) {
            throw new NotSupportedException("No revision in common: the server speaks "
                    + Excerpts.quote(String.join(", ", supported)) + ", this client " + config.revisions());
        }
        return new ProbeResult.HandshakeNeededResult("it speaks older revisions only");
    }

    private static List<String> supportedVersions(@Nullable Json data) {
        Json list = data == null ? null : data.get("supported");
        List<Json> versions = list == null ? List.of() : list.elements();
        return versions.stream().map(e -> String.valueOf(e.string())).toList();
    }

    /**
     * Opens a session with the newest allowed revision before 2026-07-28.
     *
     * @param pendingProbe a probe without a response so far: if its response arrives first and shows that the server
     *     supports 2026-07-28, that revision is used instead; null for none
     * @throws NotSupportedException when the server chooses a revision that is not allowed
     */
    void performHandshake(McpConnection connection, Deadline deadline, @Nullable SentRequest pendingProbe) {
        Revision preferred = config.preferredRevision();
        Revision proposed = config.revisions().stream()
                .filter(r -> !r.isStateless())
                .max(Comparator.comparing((Revision r) -> r == preferred).thenComparing(Comparator.naturalOrder()))
                .orElseThrow(() -> new NotSupportedException("The server does not speak " + Revision.newest()));
        HandshakeCodec codec = HandshakeCodec.of(proposed);
        Json params = codec.encodeParams(
                Methods.INITIALIZE, InitializeParams.of(proposed, config.capabilities(), config.implementation()));
        SentRequest handshake = connection.callAsync(
                OutboundRequest.withoutCancellation(Methods.INITIALIZE.name(), params, MirroredHeaders.NONE, deadline));
        if (pendingProbe != null) {
            var unused = awaitCompletion(
                    CompletableFuture.anyOf(handshake.outcomeFuture(), pendingProbe.outcomeFuture()), MAX_WAIT);
            if (pendingProbe.outcomeFuture().isDone()
                    && interpretResponse(pendingProbe) instanceof ProbeResult.StatelessResult stateless) {
                connection.useProtocol(stateless.protocol());
                handshake.abandon();
                return;
            }
        }
        var unused = awaitCompletion(handshake.outcomeFuture(), MAX_WAIT);
        if (pendingProbe != null) {
            pendingProbe.abandon();
            LOG.info(
                    "{} did not respond to server/discover in time, but to initialize; using an older revision."
                            + " If it speaks {}, raise ClientLimits.probeTimeout, or allow only that revision",
                    target,
                    Revision.newest());
        }
        connection.useProtocol(interpretInitializeResult(awaitResult(handshake)));
        connection.sendInitializedAndWait();
    }

    private NegotiatedProtocol interpretInitializeResult(Json response) {
        String name = response.string("protocolVersion");
        Revision chosen = Revision.of(name == null ? "" : name)
                .filter(r -> !r.isStateless() && config.revisions().contains(r))
                .orElseThrow(() -> new NotSupportedException(
                        "The server chose revision " + Excerpts.quote(name) + ", which this client does not speak"));
        HandshakeCodec codec = HandshakeCodec.of(chosen);
        InitializeResult result = (InitializeResult) codec.decodeResult(Methods.INITIALIZE, response);
        ServerInfo server = new ServerInfo(
                chosen, result.serverInfo(), result.capabilities(), result.instructions(), List.of(chosen.wireName()));
        return new NegotiatedProtocol(codec, server, target);
    }
}
