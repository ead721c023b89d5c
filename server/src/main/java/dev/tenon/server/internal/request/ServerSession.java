package dev.tenon.server.internal.request;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.NoResponseException;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.jsonrpc.internal.RequestCorrelator;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Method;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.call.ClientInputException;
import dev.tenon.server.forwarder.ForwardingSession;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A session of a handshake revision. It never replaces authentication: each request in it is authenticated, and must
 * come from the principal that opened it.
 */
public final class ServerSession implements ClientProfile {
    private static final int MAX_EARLY_NOTIFICATIONS = 64;

    private final String id = RandomIdGenerator.next();
    private final String label = Integer.toHexString(RequestDigest.of(id, null).hashCode());
    private final ProtocolCodec codec;
    private final SessionRequestRegistry inFlight;
    private final RequestCorrelator correlator;
    private final SessionSink sink;
    private final NotificationBacklog backlog;
    /** Notifications of a forwarder before the client has the response that opens the session. */
    private final PreOpenBuffer<Notification> preOpenBuffer = new PreOpenBuffer<>(MAX_EARLY_NOTIFICATIONS);

    private final Set<String> subscribedUris = ConcurrentHashMap.newKeySet();
    private final SessionOwner owner;
    private volatile @Nullable CallerPrincipal principal;
    private volatile LogLevel logLevel = LogLevel.INFO;
    private volatile long usedAt = System.nanoTime();
    private volatile boolean ended;
    private volatile @Nullable ForwardingSession forwardingSession;

    public ServerSession(
            ProtocolCodec codec,
            SessionOwner owner,
            SessionRequestRegistry inFlight,
            RequestCorrelator correlator,
            SessionSink sink,
            ChangeBroadcaster broadcaster) {
        this.codec = codec;
        this.principal = owner.principal();
        this.owner = owner;
        this.inFlight = inFlight;
        this.correlator = correlator;
        this.sink = sink;
        this.backlog = broadcaster.createBacklog(sink);
        preOpenBuffer.startBuffering();
    }

    /**
     * The client that opens a session.
     *
     * @param callerKey the key under which the limits per caller are counted
     * @param clientInfoBytes the size of its client info
     */
    public record SessionOwner(
            Implementation info,
            ClientCapabilities capabilities,
            @Nullable CallerPrincipal principal,
            String callerKey,
            int clientInfoBytes) {}

    public String id() {
        return id;
    }

    /** Returns a label for logs, which does not reveal the id. */
    public String opaqueLogLabel() {
        return label;
    }

    /** Returns the key under which the limits per caller are counted. */
    public String callerKey() {
        return owner.callerKey();
    }

    /** Returns the size of the client info in bytes. */
    public int clientInfoBytes() {
        return owner.clientInfoBytes();
    }

    public ProtocolCodec codec() {
        return codec;
    }

    public SessionRequestRegistry inFlight() {
        return inFlight;
    }

    public RequestCorrelator requestCorrelator() {
        return correlator;
    }

    /** Returns the sink for messages that belong to no request. */
    public SessionSink sink() {
        return sink;
    }

    /** Sends a notification that belongs to no request, immediately or when the client reads again. */
    void sendNotification(Notification notification) {
        backlog.send(notification);
    }

    /**
     * Sends a notification of the forwarder, immediately or when the client has the response to {@code initialize}:
     * nothing may be sent before it (lifecycle, initialization). Notifications that exceed the buffer until then are
     * dropped.
     */
    public void sendNotificationOnceOpen(Notification notification) {
        if (!preOpenBuffer.tryBuffer(notification) && !preOpenBuffer.isBuffering()) {
            sendNotification(notification);
        }
    }

    /**
     * Called when the client has the response that opens the session: sends the buffered notifications, and ends
     * {@link #awaitOpened}.
     */
    public void markOpened() {
        preOpenBuffer.drainTo(this::sendNotification);
    }

    /**
     * Waits until the client has the response that opens the session, at most for the timeout; returns whether it has
     * it.
     */
    public boolean awaitOpened(Duration timeout) {
        preOpenBuffer.awaitDrained(timeout);
        return !preOpenBuffer.isBuffering();
    }

    Set<String> subscribedUris() {
        return subscribedUris;
    }

    public boolean isOwnedBy(@Nullable CallerPrincipal caller) {
        CallerPrincipal current = principal;
        return Objects.equals(current == null ? null : current.name(), caller == null ? null : caller.name());
    }

    /** Sets the latest credentials of the principal, which may allow more or less than the previous ones. */
    public void updatePrincipal(@Nullable CallerPrincipal caller) {
        principal = caller;
    }

    /** Returns whether the principal, with its latest credentials, may see items that need these scopes. */
    boolean canSee(Set<String> needed) {
        CallerPrincipal current = principal;
        return current == null || current.hasScopes(needed);
    }

    @Override
    public Implementation info() {
        return owner.info();
    }

    @Override
    public ClientCapabilities capabilities() {
        return owner.capabilities();
    }

    @Override
    public LogLevel logLevel() {
        return logLevel;
    }

    public void setLogLevel(LogLevel level) {
        logLevel = level;
    }

    /** Returns the forwarding session that serves this session, or null. */
    @Nullable public ForwardingSession forwardingSession() {
        return forwardingSession;
    }

    public void attachForwardingSession(ForwardingSession attached) {
        forwardingSession = attached;
        if (ended) {
            attached.close();
        }
    }

    /** Closes the forwarding session. */
    public void closeForwardingSession() {
        ForwardingSession current = forwardingSession;
        if (current != null) {
            current.close();
        }
    }

    /** Marks the session as used. */
    public void markUsed() {
        usedAt = System.nanoTime();
    }

    /** Returns how long the session has been idle; 0 with a request in flight or an open stream. */
    public long idleNanos(long now) {
        return inFlight.counter().runningCount() > 0 || sink.hasReader() ? 0 : now - usedAt;
    }

    /** Ends the session: cancels the requests in flight, fails pending calls to the client, and closes its streams. */
    public void end() {
        ended = true;
        inFlight.cancelAllAndClose();
        closeForwardingSession();
        correlator.close();
        sink.close();
    }

    /**
     * Sends a request in the wire format and waits for its response.
     *
     * @param sender writes the request to the client
     */
    public Json sendAndAwaitResponse(Method<?, ?> method, Json params, Duration timeout, Consumer<Request> sender) {
        if (codec.findServerMethod(method.name()) == null) {
            throw unsupportedRequest(method);
        }
        try {
            return correlator.call(method.name(), params, timeout, sender);
        } catch (NoResponseException e) {
            throw new ClientInputException("The client did not respond: " + e.getMessage());
        }
    }

    public static RpcException unsupportedRequest(Method<?, ?> method) {
        return new RpcException(ErrorCode.METHOD_NOT_FOUND, "This client does not support " + method);
    }
}
