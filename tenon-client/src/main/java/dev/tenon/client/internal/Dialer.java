package dev.tenon.client.internal;

import dev.tenon.client.CallTimeoutException;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpStatusException;
import dev.tenon.client.HttpTarget;
import dev.tenon.client.McpClientException;
import dev.tenon.client.NotSupportedException;
import dev.tenon.client.Target;
import dev.tenon.client.internal.link.Links;
import dev.tenon.jsonrpc.CallFailedException;
import dev.tenon.jsonrpc.Deadline;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes connections, and remembers how the server wants to be spoken to; when that proves wrong it asks again. */
final class Dialer {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");
    /** How a server says that it knows no Streamable HTTP. */
    private static final Set<Integer> NO_SUCH_TRANSPORT = Set.of(400, 404, 405);

    private final Crew crew;
    private final Greeting greeting;
    private Target target;
    /** Known, or only guessed, to begin with a handshake. */
    private boolean legacy;

    private boolean guessed;

    Dialer(Target target, Crew crew) {
        this.target = target;
        this.crew = crew;
        this.greeting = new Greeting(crew.host(), target.label());
        Revision first = crew.host().first();
        this.legacy = first != null && !first.isStateless();
        this.guessed = legacy;
    }

    /**
     * A connection on which everything is agreed.
     *
     * @throws ConnectionFailedException when there is nobody, or nobody who makes sense
     * @throws NotSupportedException when there is no revision in common
     */
    Connection dial() {
        boolean remembered = legacy;
        ClientLimits limits = crew.host().limits();
        Deadline deadline =
                Deadline.movable(limits.connectTime(), limits.connectTime().plus(limits.callHardStop()));
        try {
            return dial(target, deadline);
        } catch (McpClientException e) {
            boolean wrong = remembered && (guessed || e instanceof ConnectionFailedException);
            if (!wrong || !canBeModern()) {
                throw e;
            }
            // What was remembered may be no longer so: the server may have been replaced.
            legacy = false;
            guessed = false;
            return dial(target, deadline);
        }
    }

    private boolean canBeModern() {
        boolean only2024 = target instanceof HttpTarget http && http.kind() == HttpTarget.Kind.SSE;
        return !only2024 && crew.host().revisions().stream().anyMatch(r -> r.isStateless());
    }

    private Connection dial(Target where, Deadline deadline) {
        Connection connection = open(where);
        Connection.Pending late = null;
        try {
            if (!legacy && canBeModern()) {
                Probe probe = probe(connection, where, deadline);
                if (probe instanceof Probe.Modern modern) {
                    connection.agreed(modern.agreement());
                    return connection;
                }
                if (probe instanceof Probe.Silent silent) {
                    late = silent.request();
                } else {
                    LOG.debug("{} does not speak the newest revision: {}", where.label(), probe);
                }
                if (!connection.isOpen()) {
                    connection.close();
                    connection = open(where);
                    late = null;
                }
            }
            return handshake(connection, where, deadline, late);
        } catch (RuntimeException e) {
            // Before it is closed here: why it has ended by itself is worth telling.
            String end = connection.end();
            connection.close();
            throw Failures.of(e, "connect", EmptyParams.EMPTY, end);
        }
    }

    /**
     * Asks what the server speaks. A server on a channel that does not answer may be an older one, which ignores what it does not
     * know: it is sent a handshake while the answer may still come. Over HTTP every server answers: it is asked once more.
     *
     * @throws CallTimeoutException when no answer came, and none by a handshake is to be tried
     */
    private Probe probe(Connection connection, Target where, Deadline deadline) {
        ClientLimits limits = crew.host().limits();
        boolean http = where instanceof HttpTarget;
        boolean onlyModern = crew.host().revisions().stream().allMatch(Revision::isStateless);
        Duration half = limits.connectTime().dividedBy(2);
        int attempts = http ? 2 : 1;
        for (int attempt = 1; ; attempt++) {
            try {
                return http
                        ? greeting.probe(connection, Deadline.movable(half, half.plus(limits.callHardStop())), null)
                        : greeting.probe(connection, deadline, onlyModern ? null : limits.probeTime());
            } catch (CallFailedException e) {
                if (e.reason() != CallFailedException.Reason.TIMEOUT) {
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

    private Connection handshake(
            Connection connection, Target where, Deadline deadline, Connection.@Nullable Pending late) {
        try {
            greeting.initialize(connection, deadline, late);
            if (!connection.agreement().isStateless()) {
                known();
            }
            return connection;
        } catch (HttpStatusException e) {
            return olderTransport(connection, where, deadline, e);
        }
    }

    private void known() {
        legacy = true;
        guessed = false;
    }

    private Connection olderTransport(
            Connection connection, Target where, Deadline deadline, HttpStatusException problem) {
        if (!(where instanceof HttpTarget http)
                || http.kind() != HttpTarget.Kind.STREAMABLE
                || !NO_SUCH_TRANSPORT.contains(problem.status())) {
            throw problem;
        }
        connection.close();
        HttpTarget sse = http.withKind(HttpTarget.Kind.SSE);
        Connection older = open(sse);
        try {
            greeting.initialize(older, deadline, null);
        } catch (RuntimeException e) {
            older.close();
            e.addSuppressed(problem);
            throw e;
        }
        target = sse;
        known();
        return older;
    }

    private Connection open(Target where) {
        Connection connection =
                new Connection(Links.to(where, crew.host().limits(), crew.threads(), crew.scheduler()), crew);
        try {
            connection.open();
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
        return connection;
    }
}
