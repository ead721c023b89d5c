package dev.tenon.client.internal.connection;

import dev.tenon.client.ServerInfo;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.client.internal.config.ClientConfig;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.client.internal.transport.http.HttpRpcErrorException;
import dev.tenon.codec.HandshakeCodec;
import dev.tenon.codec.ResultException;
import dev.tenon.codec.StatelessCodec;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.CallFailedException;
import dev.tenon.jsonrpc.ErrorCode;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first words with a server: finds out its era and agrees on a revision (versioning, section "Backward
 * Compatibility").
 */
record ProtocolNegotiator(ClientConfig host, String target) {
    /** Of a server that speaks the newest revision but does not say what it can. */
    private static final ServerCapabilities ASSUMED_CAPABILITIES = ServerCapabilities.NONE
            .withTools(false)
            .withResources(false, false)
            .withPrompts(false)
            .withCompletions(true);

    private static final Set<Integer> STATELESS_ERRORS = Set.of(
            ErrorCode.HEADER_MISMATCH, ErrorCode.MISSING_CLIENT_CAPABILITY, ErrorCode.UNSUPPORTED_PROTOCOL_VERSION);
    /** Statuses that say nothing about what is spoken. */
    private static final Set<Integer> INCONCLUSIVE_STATUSES = Set.of(401, 403, 407, 429, 502, 503, 504);

    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");
    private static final StatelessCodec STATELESS_CODEC = new StatelessCodec(null);
    /** Each request has a deadline of its own. */
    private static final Duration MAX_WAIT = Duration.ofDays(1);

    /**
     * Asks a server in the newest revision what it speaks. One that refuses this revision and in the same breath names
     * it as one that it speaks (a node that was just replaced may do so) is asked once more.
     *
     * @param deadline until when an answer is taken
     * @param patience how long to wait for it before {@link ProbeResult.TimeoutResult} is returned; null until the
     *     deadline
     * @throws NotSupportedException when there is no revision in common
     * @throws CallFailedException when no answer came by the deadline
     */
    ProbeResult probe(McpConnection connection, Deadline deadline, @Nullable Duration patience) {
        ProbeResult first = sendProbe(connection, deadline, patience);
        ProbeResult probe =
                first instanceof ProbeResult.RetryResult ? sendProbe(connection, deadline, patience) : first;
        if (probe instanceof ProbeResult.RetryResult) {
            throw new NotSupportedException(
                    "The server refuses revision " + Revision.newest() + ", which it says that it speaks");
        }
        return probe;
    }

    private ProbeResult sendProbe(McpConnection connection, Deadline deadline, @Nullable Duration patience) {
        McpConnection.SentRequest request = connection.callAsync(discoverRequest(deadline));
        boolean settled = awaitCompletion(request.outcomeFuture(), patience == null ? MAX_WAIT : patience);
        return settled ? interpretResponse(request) : new ProbeResult.TimeoutResult(request);
    }

    private OutboundRequest discoverRequest(Deadline deadline) {
        RequestMeta about = RequestMeta.of(host.implementation(), host.capabilities());
        Json params = STATELESS_CODEC.encodeParams(
                Methods.DISCOVER, EmptyParams.EMPTY, STATELESS_CODEC.withRequestMeta(Meta.EMPTY, about));
        MirroredHeaders envelope = new MirroredHeaders(Revision.newest().wireName(), null, Map.of(), false);
        return OutboundRequest.unannounced(Methods.DISCOVER.name(), params, envelope, deadline);
    }

    private static boolean awaitCompletion(CompletableFuture<?> event, Duration time) {
        try {
            var unused = event.get(time.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallFailedException(
                    CallFailedException.FailureReason.INTERRUPTED, "Interrupted while waiting for the first answer");
        }
    }

    /** What the answer to the probe says. */
    private ProbeResult interpretResponse(McpConnection.SentRequest request) {
        try {
            return interpretDiscovery(STATELESS_CODEC, (DiscoverResult)
                    STATELESS_CODEC.decodeResult(Methods.DISCOVER, awaitResult(request)));
        } catch (RpcException e) {
            return interpretError(STATELESS_CODEC, e.error(), false);
        } catch (HttpRpcErrorException e) {
            return interpretError(STATELESS_CODEC, e.error(), e.status() == 404);
        } catch (HttpStatusException e) {
            if (INCONCLUSIVE_STATUSES.contains(e.status())) {
                throw e;
            }
            return new ProbeResult.HandshakeResult(String.valueOf(e.getMessage()));
        } catch (ResultException | InvalidResponseException e) {
            return new ProbeResult.HandshakeResult(String.valueOf(e.getMessage()));
        } catch (CallFailedException e) {
            if (e.reason() == CallFailedException.FailureReason.MALFORMED_RESPONSE
                    || e.reason() == CallFailedException.FailureReason.CLOSED) {
                return new ProbeResult.HandshakeResult(String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    private static Json awaitResult(McpConnection.SentRequest request) {
        return request.outcomeFuture().join().takeResult();
    }

    private ProbeResult interpretDiscovery(StatelessCodec wire, DiscoverResult result) {
        if (!result.supportedVersions().contains(Revision.newest().wireName())) {
            return requireHandshakeRevision(result.supportedVersions());
        }
        ServerInfo server = new ServerInfo(
                Revision.newest(),
                wire.decodeServerInfo(result.meta()),
                result.capabilities(),
                result.instructions(),
                result.supportedVersions());
        return new ProbeResult.StatelessResult(new NegotiatedProtocol(wire, server, target));
    }

    private ProbeResult interpretError(StatelessCodec wire, RpcError error, boolean notFound) {
        if (error.code() == ErrorCode.UNSUPPORTED_PROTOCOL_VERSION) {
            List<String> supported = supportedVersions(error.data());
            return supported.contains(Revision.newest().wireName())
                    ? new ProbeResult.RetryResult()
                    : requireHandshakeRevision(supported);
        }
        if (STATELESS_ERRORS.contains(error.code())) {
            throw new ServerErrorException(error);
        }
        if (notFound && error.code() == ErrorCode.METHOD_NOT_FOUND) {
            ServerInfo server = new ServerInfo(Revision.newest(), null, ASSUMED_CAPABILITIES, null, List.of());
            return new ProbeResult.StatelessResult(new NegotiatedProtocol(wire, server, target));
        }
        return new ProbeResult.HandshakeResult("error " + error.code());
    }

    /** A server that names its revisions has none of them in common, or only such as begin with a handshake. */
    private ProbeResult requireHandshakeRevision(List<String> supported) {
        boolean common = host.revisions().stream().anyMatch(r -> !r.isStateless() && supported.contains(r.wireName()));
        if (!common) {
            throw new NotSupportedException("No revision in common: the server speaks "
                    + Excerpts.quote(String.join(", ", supported)) + ", this client " + host.revisions());
        }
        return new ProbeResult.HandshakeResult("it speaks older revisions only");
    }

    private static List<String> supportedVersions(@Nullable Json data) {
        Json list = data == null ? null : data.get("supported");
        List<Json> named = list == null ? List.of() : list.elements();
        return named.stream().map(e -> String.valueOf(e.string())).toList();
    }

    /**
     * Opens a session with the newest revision before 2026-07-28 that may be spoken.
     *
     * @param late a probe that was not answered yet: if its answer comes first and says that the server speaks
     *     2026-07-28, that is agreed on instead; null for none
     * @throws NotSupportedException when the server chooses a revision that this client does not speak
     */
    void initialize(McpConnection connection, Deadline deadline, McpConnection.@Nullable SentRequest late) {
        Revision first = host.preferredRevision();
        Revision proposed = host.revisions().stream()
                .filter(r -> !r.isStateless())
                .max(Comparator.comparing((Revision r) -> r == first).thenComparing(Comparator.naturalOrder()))
                .orElseThrow(() -> new NotSupportedException("The server does not speak " + Revision.newest()));
        HandshakeCodec wire = HandshakeCodec.of(proposed);
        Json params = wire.encodeParams(
                Methods.INITIALIZE, InitializeParams.of(proposed, host.capabilities(), host.implementation()));
        McpConnection.SentRequest handshake = connection.callAsync(
                OutboundRequest.unannounced(Methods.INITIALIZE.name(), params, MirroredHeaders.NONE, deadline));
        if (late != null) {
            var unused =
                    awaitCompletion(CompletableFuture.anyOf(handshake.outcomeFuture(), late.outcomeFuture()), MAX_WAIT);
            if (late.outcomeFuture().isDone()
                    && interpretResponse(late) instanceof ProbeResult.StatelessResult modern) {
                connection.useProtocol(modern.protocol());
                handshake.abandon();
                return;
            }
        }
        var unused = awaitCompletion(handshake.outcomeFuture(), MAX_WAIT);
        if (late != null) {
            late.abandon();
            LOG.info(
                    "{} did not answer server/discover in time, but initialize: it is spoken to in an older revision."
                            + " If it speaks {}, raise ClientLimits.probeTime, or allow only that revision",
                    target,
                    Revision.newest());
        }
        connection.useProtocol(interpretInitializeResult(awaitResult(handshake)));
        connection.sendInitialized();
    }

    private NegotiatedProtocol interpretInitializeResult(Json answer) {
        String name = answer.string("protocolVersion");
        Revision chosen = Revision.of(name == null ? "" : name)
                .filter(r -> !r.isStateless() && host.revisions().contains(r))
                .orElseThrow(() -> new NotSupportedException(
                        "The server chose revision " + Excerpts.quote(name) + ", which this client does not speak"));
        HandshakeCodec wire = HandshakeCodec.of(chosen);
        InitializeResult result = (InitializeResult) wire.decodeResult(Methods.INITIALIZE, answer);
        return new NegotiatedProtocol(
                wire,
                new ServerInfo(
                        chosen,
                        result.serverInfo(),
                        result.capabilities(),
                        result.instructions(),
                        List.of(chosen.wireName())),
                target);
    }
}
