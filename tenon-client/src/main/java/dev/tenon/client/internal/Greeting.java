package dev.tenon.client.internal;

import dev.tenon.client.BadAnswerException;
import dev.tenon.client.HttpStatusException;
import dev.tenon.client.NotSupportedException;
import dev.tenon.client.ServerErrorException;
import dev.tenon.client.ServerInfo;
import dev.tenon.client.internal.link.Envelope;
import dev.tenon.client.internal.link.HttpErrorException;
import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.CallFailedException;
import dev.tenon.jsonrpc.Deadline;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.DiscoverResult;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.InitializeParams;
import dev.tenon.model.InitializeResult;
import dev.tenon.model.Meta;
import dev.tenon.model.Methods;
import dev.tenon.model.RequestMeta;
import dev.tenon.model.Revision;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.wire.HandshakeWire;
import dev.tenon.wire.ResultException;
import dev.tenon.wire.StatelessWire;
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

/** The first words with a server: finds out its era and agrees on a revision (versioning, section "Backward Compatibility"). */
record Greeting(Host host, String target) {
    /** Of a server that speaks the newest revision but does not say what it can. */
    private static final ServerCapabilities UNSAID = ServerCapabilities.NONE
            .withTools(false)
            .withResources(false, false)
            .withPrompts(false)
            .withCompletions(true);

    private static final Set<Integer> MODERN_ERRORS = Set.of(
            ErrorCode.HEADER_MISMATCH, ErrorCode.MISSING_CLIENT_CAPABILITY, ErrorCode.UNSUPPORTED_PROTOCOL_VERSION);
    /** Statuses that say nothing about what is spoken. */
    private static final Set<Integer> OTHER_TROUBLE = Set.of(401, 403, 407, 429, 502, 503, 504);

    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");
    private static final StatelessWire MODERN = new StatelessWire(null);
    /** Each request has a deadline of its own. */
    private static final Duration LONGEST = Duration.ofDays(1);

    /**
     * Asks a server in the newest revision what it speaks. One that refuses this revision and in the same breath names it as
     * one that it speaks (a node that was just replaced may do so) is asked once more.
     *
     * @param deadline until when an answer is taken
     * @param patience how long to wait for it before {@link Probe.Silent} is returned; null until the deadline
     * @throws NotSupportedException when there is no revision in common
     * @throws CallFailedException when no answer came by the deadline
     */
    Probe probe(Connection connection, Deadline deadline, @Nullable Duration patience) {
        Probe first = probed(connection, deadline, patience);
        Probe probe = first instanceof Probe.Again ? probed(connection, deadline, patience) : first;
        if (probe instanceof Probe.Again) {
            throw new NotSupportedException(
                    "The server refuses revision " + Revision.newest() + ", which it says that it speaks");
        }
        return probe;
    }

    private Probe probed(Connection connection, Deadline deadline, @Nullable Duration patience) {
        Connection.Pending request = connection.begin(discover(deadline));
        boolean settled = isWithin(request.settled(), patience == null ? LONGEST : patience);
        return settled ? answered(request) : new Probe.Silent(request);
    }

    private Outgoing discover(Deadline deadline) {
        RequestMeta about = RequestMeta.of(host.implementation(), host.capabilities());
        Json params =
                MODERN.encodeParams(Methods.DISCOVER, EmptyParams.EMPTY, MODERN.withRequestMeta(Meta.EMPTY, about));
        Envelope envelope = new Envelope(Revision.newest().wireName(), null, Map.of(), false);
        return Outgoing.silent(Methods.DISCOVER.name(), params, envelope, deadline);
    }

    private static boolean isWithin(CompletableFuture<?> event, Duration time) {
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
                    CallFailedException.Reason.INTERRUPTED, "Interrupted while waiting for the first answer");
        }
    }

    /** What the answer to the probe says. */
    private Probe answered(Connection.Pending request) {
        try {
            return discovered(MODERN, (DiscoverResult) MODERN.decodeResult(Methods.DISCOVER, outcome(request)));
        } catch (RpcException e) {
            return error(MODERN, e.error(), false);
        } catch (HttpErrorException e) {
            return error(MODERN, e.error(), e.status() == 404);
        } catch (HttpStatusException e) {
            if (OTHER_TROUBLE.contains(e.status())) {
                throw e;
            }
            return new Probe.Legacy(String.valueOf(e.getMessage()));
        } catch (ResultException | BadAnswerException e) {
            return new Probe.Legacy(String.valueOf(e.getMessage()));
        } catch (CallFailedException e) {
            if (e.reason() == CallFailedException.Reason.BROKEN_ANSWER
                    || e.reason() == CallFailedException.Reason.CLOSED) {
                return new Probe.Legacy(String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    private static Json outcome(Connection.Pending request) {
        return request.settled().join().outcome();
    }

    private Probe discovered(StatelessWire wire, DiscoverResult result) {
        if (!result.supportedVersions().contains(Revision.newest().wireName())) {
            return onlyOlder(result.supportedVersions());
        }
        ServerInfo server = new ServerInfo(
                Revision.newest(),
                wire.serverInfo(result.meta()),
                result.capabilities(),
                result.instructions(),
                result.supportedVersions());
        return new Probe.Modern(new Agreement(wire, server, target));
    }

    private Probe error(StatelessWire wire, RpcError error, boolean notFound) {
        if (error.code() == ErrorCode.UNSUPPORTED_PROTOCOL_VERSION) {
            List<String> supported = supported(error.data());
            return supported.contains(Revision.newest().wireName()) ? new Probe.Again() : onlyOlder(supported);
        }
        if (MODERN_ERRORS.contains(error.code())) {
            throw new ServerErrorException(error);
        }
        if (notFound && error.code() == ErrorCode.METHOD_NOT_FOUND) {
            ServerInfo server = new ServerInfo(Revision.newest(), null, UNSAID, null, List.of());
            return new Probe.Modern(new Agreement(wire, server, target));
        }
        return new Probe.Legacy("error " + error.code());
    }

    /** A server that names its revisions has none of them in common, or only such as begin with a handshake. */
    private Probe onlyOlder(List<String> supported) {
        boolean common = host.revisions().stream().anyMatch(r -> !r.isStateless() && supported.contains(r.wireName()));
        if (!common) {
            throw new NotSupportedException("No revision in common: the server speaks "
                    + Quote.shortened(String.join(", ", supported)) + ", this client " + host.revisions());
        }
        return new Probe.Legacy("it speaks older revisions only");
    }

    private static List<String> supported(@Nullable Json data) {
        Json list = data == null ? null : data.get("supported");
        List<Json> named = list == null ? List.of() : list.elements();
        return named.stream().map(e -> String.valueOf(e.string())).toList();
    }

    /**
     * Opens a session with the newest revision before 2026-07-28 that may be spoken.
     *
     * @param late a probe that was not answered yet: if its answer comes first and says that the server speaks 2026-07-28, that is
     *     agreed on instead; null for none
     * @throws NotSupportedException when the server chooses a revision that this client does not speak
     */
    void initialize(Connection connection, Deadline deadline, Connection.@Nullable Pending late) {
        Revision first = host.first();
        Revision proposed = host.revisions().stream()
                .filter(r -> !r.isStateless())
                .max(Comparator.comparing((Revision r) -> r == first).thenComparing(Comparator.naturalOrder()))
                .orElseThrow(() -> new NotSupportedException("The server does not speak " + Revision.newest()));
        HandshakeWire wire = HandshakeWire.of(proposed);
        Json params = wire.encodeParams(
                Methods.INITIALIZE, InitializeParams.of(proposed, host.capabilities(), host.implementation()));
        Connection.Pending handshake =
                connection.begin(Outgoing.silent(Methods.INITIALIZE.name(), params, Envelope.PLAIN, deadline));
        if (late != null) {
            var unused = isWithin(CompletableFuture.anyOf(handshake.settled(), late.settled()), LONGEST);
            if (late.settled().isDone() && answered(late) instanceof Probe.Modern modern) {
                connection.agreed(modern.agreement());
                handshake.drop();
                return;
            }
        }
        var unused = isWithin(handshake.settled(), LONGEST);
        if (late != null) {
            late.drop();
            LOG.info(
                    "{} did not answer server/discover in time, but initialize: it is spoken to in an older revision."
                            + " If it speaks {}, raise ClientLimits.probeTime, or allow only that revision",
                    target,
                    Revision.newest());
        }
        connection.agreed(agreement(outcome(handshake)));
        connection.initialized();
    }

    private Agreement agreement(Json answer) {
        String name = answer.string("protocolVersion");
        Revision chosen = Revision.of(name == null ? "" : name)
                .filter(r -> !r.isStateless() && host.revisions().contains(r))
                .orElseThrow(() -> new NotSupportedException(
                        "The server chose revision " + Quote.shortened(name) + ", which this client does not speak"));
        HandshakeWire wire = HandshakeWire.of(chosen);
        InitializeResult result = (InitializeResult) wire.decodeResult(Methods.INITIALIZE, answer);
        return new Agreement(
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
