package dev.tenon.client.internal.connection;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.jsonrpc.CallFailedException;
import dev.tenon.jsonrpc.internal.Deadline;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes connections, and remembers how the server wants to be spoken to; when that proves wrong it asks again. */
public final class Connector {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");
    /** How a server says that it knows no Streamable HTTP. */
    private static final Set<Integer> NO_SUCH_TRANSPORT = Set.of(400, 404, 405);

    private final ClientContext context;
    private final ProtocolNegotiator negotiator;
    private ServerTarget target;
    /** Known, or only guessed, to begin with a handshake. */
    private boolean needsHandshake;

    private boolean isHandshakeGuessed;

    public Connector(ServerTarget target, ClientContext crew) {
        this.target = target;
        this.context = crew;
        this.negotiator = new ProtocolNegotiator(crew.config(), target.label());
        Revision first = crew.config().preferredRevision();
        this.needsHandshake = first != null && !first.isStateless();
        this.isHandshakeGuessed = needsHandshake;
    }

    /**
     * A connection on which everything is agreed.
     *
     * @throws ConnectionFailedException when there is nobody, or nobody who makes sense
     * @throws NotSupportedException when there is no revision in common
     */
    McpConnection connect() {
        boolean remembered = needsHandshake;
        ClientLimits limits = context.config().limits();
        Deadline deadline = Deadline.extendable(
                limits.connectTimeout(), limits.connectTimeout().plus(limits.maxCallTimeout()));
        try {
            return connect(target, deadline);
        } catch (McpClientException e) {
            boolean wrong = remembered && (isHandshakeGuessed || e instanceof ConnectionFailedException);
            if (!wrong || !canBeStateless()) {
                throw e;
            }
            // What was remembered may be no longer so: the server may have been replaced.
            needsHandshake = false;
            isHandshakeGuessed = false;
            return connect(target, deadline);
        }
    }

    private boolean canBeStateless() {
        boolean only2024 = target instanceof HttpTarget http && http.kind() == HttpTarget.Kind.SSE;
        return !only2024 && context.config().revisions().stream().anyMatch(r -> r.isStateless());
    }

    private McpConnection connect(ServerTarget where, Deadline deadline) {
        McpConnection connection = openConnection(where);
        McpConnection.SentRequest late = null;
        try {
            if (!needsHandshake && canBeStateless()) {
                ProbeResult probe = probe(connection, where, deadline);
                if (probe instanceof ProbeResult.StatelessResult modern) {
                    connection.useProtocol(modern.protocol());
                    return connection;
                }
                if (probe instanceof ProbeResult.TimeoutResult silent) {
                    late = silent.request();
                } else {
                    LOG.debug("{} does not speak the newest revision: {}", where.label(), probe);
                }
                if (!connection.isOpen()) {
                    connection.close();
                    connection = openConnection(where);
                    late = null;
                }
            }
            return performHandshake(connection, where, deadline, late);
        } catch (RuntimeException e) {
            // Before it is closed here: why it has ended by itself is worth telling.
            String end = connection.end();
            connection.close();
            throw ClientExceptions.of(e, "connect", EmptyParams.EMPTY, end);
        }
    }

    /**
     * Asks what the server speaks. A server on a channel that does not answer may be an older one, which ignores what
     * it does not know: it is sent a handshake while the answer may still come. Over HTTP every server answers: it is
     * asked once more.
     *
     * @throws CallTimeoutException when no answer came, and none by a handshake is to be tried
     */
    private ProbeResult probe(McpConnection connection, ServerTarget where, Deadline deadline) {
        ClientLimits limits = context.config().limits();
        boolean http = where instanceof HttpTarget;
        boolean onlyModern = context.config().revisions().stream().allMatch(Revision::isStateless);
        Duration half = limits.connectTimeout().dividedBy(2);
        int attempts = http ? 2 : 1;
        for (int attempt = 1; ; attempt++) {
            try {
                return http
                        ? negotiator.probe(
                                connection, Deadline.extendable(half, half.plus(limits.maxCallTimeout())), null)
                        : negotiator.probe(connection, deadline, onlyModern ? null : limits.probeTimeout());
            } catch (CallFailedException e) {
                if (e.reason() != CallFailedException.FailureReason.TIMEOUT) {
                    throw e;
                }
                if (attempt == attempts) {
                    throw new CallTimeoutException("The server did not answer server/discover in time (attempts: "
                            + attempts + "). " + e.getMessage()
                            + ". If it is only slow, raise ClientLimits.connectTime");
                }
                LOG.debug("{} did not answer server/discover in time, and is asked once more", where.label());
            }
        }
    }

    private McpConnection performHandshake(
            McpConnection connection, ServerTarget where, Deadline deadline, McpConnection.@Nullable SentRequest late) {
        try {
            negotiator.initialize(connection, deadline, late);
            if (!connection.protocol().isStateless()) {
                rememberHandshake();
            }
            return connection;
        } catch (HttpStatusException e) {
            return fallBackToHttpSse(connection, where, deadline, e);
        }
    }

    private void rememberHandshake() {
        needsHandshake = true;
        isHandshakeGuessed = false;
    }

    private McpConnection fallBackToHttpSse(
            McpConnection connection, ServerTarget where, Deadline deadline, HttpStatusException problem) {
        if (!(where instanceof HttpTarget http)
                || http.kind() != HttpTarget.Kind.STREAMABLE
                || !NO_SUCH_TRANSPORT.contains(problem.status())) {
            throw problem;
        }
        connection.close();
        HttpTarget sse = http.withKind(HttpTarget.Kind.SSE);
        McpConnection older = openConnection(sse);
        try {
            negotiator.initialize(older, deadline, null);
        } catch (RuntimeException e) {
            older.close();
            e.addSuppressed(problem);
            throw e;
        }
        target = sse;
        rememberHandshake();
        return older;
    }

    private McpConnection openConnection(ServerTarget where) {
        McpConnection connection = new McpConnection(
                TransportFactory.create(where, context.config().limits(), context.executor(), context.scheduler()),
                context);
        try {
            connection.open();
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
        return connection;
    }
}
