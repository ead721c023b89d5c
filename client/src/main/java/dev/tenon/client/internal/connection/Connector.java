package dev.tenon.client.internal.connection;

import static dev.tenon.client.internal.connection.ClientContext.LOG;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.ChannelTarget;
import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.internal.connection.McpConnection.SentRequest;
import dev.tenon.client.internal.transport.ChannelTransport;
import dev.tenon.client.internal.transport.ClientTransport;
import dev.tenon.client.internal.transport.network.HttpSseChannel;
import dev.tenon.client.internal.transport.network.NetworkChannel;
import dev.tenon.client.internal.transport.network.WebSocketClientChannel;
import dev.tenon.client.internal.transport.process.ProcessChannel;
import dev.tenon.client.internal.transport.streamable.StreamableHttpTransport;
import dev.tenon.jsonrpc.NoResponseException;
import dev.tenon.jsonrpc.internal.Deadline;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections and remembers which protocol era the server supports; if that fails, it probes the server again.
 */
public final class Connector {
    /** The statuses with which a server shows that it does not support Streamable HTTP. */
    private static final Set<Integer> NO_SUCH_TRANSPORT = Set.of(400, 404, 405);

    private final ClientContext context;
    private final ProtocolNegotiator negotiator;
    private ServerTarget target;
    /** Whether the server is known or assumed to require a handshake. */
    private boolean needsHandshake;

    private boolean isHandshakeGuessed;

    public Connector(ServerTarget target, ClientContext context) {
        this.target = target;
        this.context = context;
        this.negotiator = new ProtocolNegotiator(context.config(), target.label());
        Revision preferred = context.config().preferredRevision();
        this.needsHandshake = preferred != null && !preferred.isStateless();
        this.isHandshakeGuessed = needsHandshake;
    }

    /**
     * Opens a connection and negotiates the protocol.
     *
     * @throws ConnectionFailedException when the server cannot be reached or does not respond validly
     * @throws dev.tenon.client.error.NotSupportedException when client and server have no revision in common
     */
    McpConnection connect() {
        boolean remembered = needsHandshake;
        Deadline deadline = context.createConnectDeadline(context.limits().connectTimeout());
        try {
            return connect(deadline);
        } catch (McpClientException e) {
            boolean mayBeOutdated = remembered && (isHandshakeGuessed || e instanceof ConnectionFailedException);
            if (!mayBeOutdated || !canBeStateless()) {
                throw e;
            }
            // The remembered era may be outdated: the server may have been replaced.
            needsHandshake = false;
            isHandshakeGuessed = false;
            return connect(deadline);
        }
    }

    private boolean canBeStateless() {
        boolean isHttpSse = target instanceof HttpTarget http && http.kind() == HttpTarget.Kind.SSE;
        return !isHttpSse && context.config().revisions().stream().anyMatch(r -> r.isStateless());
    }

    private McpConnection connect(Deadline deadline) {
        McpConnection connection = openConnection(target);
        SentRequest pendingProbe = null;
        try {
            if (!needsHandshake && canBeStateless()) {
                ProbeResult probe = probe(connection, deadline);
                if (probe instanceof ProbeResult.StatelessResult stateless) {
                    connection.useProtocol(stateless.protocol());
                    return connection;
                }
                if (probe instanceof ProbeResult.TimeoutResult timeout) {
                    pendingProbe = timeout.request();
                } else {
                    LOG.debug("{} does not speak the newest revision: {}", target.label(), probe);
                }
                if (!connection.isOpen()) {
                    connection.close();
                    connection = openConnection(target);
                    pendingProbe = null;
                }
            }
            return performHandshakeOrFallBack(connection, deadline, pendingProbe);
        } catch (RuntimeException e) {
            // Read before closing, which would hide why the connection ended by itself.
            String closeReason = connection.awaitCloseReason();
            connection.close();
            throw ClientExceptions.of(e, "connect", EmptyParams.EMPTY, closeReason);
        }
    }

    /**
     * Probes the server for the newest revision. A server on a channel that does not respond may be an older one, which
     * ignores unknown methods: the handshake is then sent while the response may still arrive. Over HTTP every server
     * responds, so the probe is sent once more.
     *
     * @throws CallTimeoutException when no response arrived and the handshake is not allowed
     */
    private ProbeResult probe(McpConnection connection, Deadline deadline) {
        ClientLimits limits = context.limits();
        boolean http = target instanceof HttpTarget;
        boolean onlyStateless = context.config().revisions().stream().allMatch(Revision::isStateless);
        Duration half = limits.connectTimeout().dividedBy(2);
        int attempts = http ? 2 : 1;
        for (int attempt = 1; ; attempt++) {
            try {
                return http
                        ? negotiator.probe(connection, context.createConnectDeadline(half), null)
                        : negotiator.probe(connection, deadline, onlyStateless ? null : limits.probeTimeout());
            } catch (NoResponseException e) {
                if (e.reason() != NoResponseException.FailureReason.TIMEOUT) {
                    throw e;
                }
                if (attempt == attempts) {
                    throw new CallTimeoutException("The server did not respond to server/discover in time (attempts: "
                            + attempts + "). " + e.getMessage()
                            + ". If it is only slow, raise ClientLimits.connectTimeout");
                }
                LOG.debug("{} did not respond to server/discover in time; trying once more", target.label());
            }
        }
    }

    /**
     * Performs the handshake and returns the connection to use. If the server does not support Streamable HTTP, it
     * closes the connection and returns a new one over HTTP+SSE.
     *
     * @throws HttpStatusException if the server responds with an HTTP status that allows no other transport
     */
    private McpConnection performHandshakeOrFallBack(
            McpConnection connection, Deadline deadline, @Nullable SentRequest pendingProbe) {
        try {
            negotiator.performHandshake(connection, deadline, pendingProbe);
            if (!connection.protocol().isStateless()) {
                rememberHandshake();
            }
            return connection;
        } catch (HttpStatusException e) {
            return fallBackToHttpSse(connection, deadline, e);
        }
    }

    private void rememberHandshake() {
        needsHandshake = true;
        isHandshakeGuessed = false;
    }

    private McpConnection fallBackToHttpSse(McpConnection connection, Deadline deadline, HttpStatusException failure) {
        if (!(target instanceof HttpTarget http)
                || http.kind() != HttpTarget.Kind.STREAMABLE
                || !NO_SUCH_TRANSPORT.contains(failure.status())) {
            throw failure;
        }
        HttpTarget sse = http.withKind(HttpTarget.Kind.SSE);
        McpConnection fallback = openConnection(sse);
        try {
            negotiator.performHandshake(fallback, deadline, null);
        } catch (RuntimeException e) {
            fallback.close();
            e.addSuppressed(failure);
            throw e;
        }
        connection.close();
        target = sse;
        rememberHandshake();
        return fallback;
    }

    private McpConnection openConnection(ServerTarget endpoint) {
        McpConnection connection = new McpConnection(createTransport(endpoint), context);
        try {
            connection.open();
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    /** Creates a transport that is not open yet; for a program, starts it. */
    private ClientTransport createTransport(ServerTarget endpoint) {
        ClientLimits limits = context.limits();
        if (endpoint instanceof CommandTarget command) {
            ProcessChannel process = ProcessChannel.start(command, limits.queue());
            return new ChannelTransport(process, process::awaitExitMessage);
        }
        if (endpoint instanceof ChannelTarget channel) {
            return new ChannelTransport(channel.channel(), () -> "The server closed the connection");
        }
        HttpTarget http = (HttpTarget) endpoint;
        if (http.kind() == HttpTarget.Kind.STREAMABLE) {
            return new StreamableHttpTransport(http, limits, context.executor(), context.scheduler());
        }
        NetworkChannel channel = http.kind() == HttpTarget.Kind.SSE
                ? new HttpSseChannel(http, limits, context.executor(), context.scheduler())
                : new WebSocketClientChannel(http, limits, context.executor(), context.scheduler());
        return new ChannelTransport(channel, channel::closeReason);
    }
}
