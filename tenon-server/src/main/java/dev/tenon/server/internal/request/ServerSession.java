package dev.tenon.server.internal.request;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.internal.RequestCorrelator;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.LogLevel;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.forwarder.ForwardingSession;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What a handshake establishes and a client of that era relies on. It never stands for authentication: a request in it
 * is authenticated like any other, and must come from the principal that opened it.
 */
public final class ServerSession implements ClientProfile {
    private static final int MAX_EARLY_NOTIFICATIONS = 64;

    private final String id;
    private final String label;
    private final ProtocolCodec wire;
    private final InFlightRequests inFlight;
    private final RequestCorrelator peer;
    private final SessionSink outlet;
    private final NotificationBacklog backlog;
    /** What a relay says before the client has the answer that opens the session. */
    private final PreOpenBuffer<Notification> preOpenBuffer = new PreOpenBuffer<>(MAX_EARLY_NOTIFICATIONS);

    private final Set<String> subscribed = ConcurrentHashMap.newKeySet();
    private final SessionOwner opener;
    private volatile @Nullable CallerPrincipal principal;
    private volatile LogLevel logLevel = LogLevel.INFO;
    private volatile long usedAt = System.nanoTime();
    private volatile boolean ended;
    private volatile @Nullable ForwardingSession service;

    public ServerSession(
            String id,
            ProtocolCodec wire,
            SessionOwner opener,
            InFlightRequests inFlight,
            RequestCorrelator peer,
            SessionSink outlet,
            ChangeBroadcaster hub) {
        this.id = id;
        this.label = Integer.toHexString(RequestDigest.of(id, null).hashCode());
        this.wire = wire;
        this.principal = opener.principal();
        this.opener = opener;
        this.inFlight = inFlight;
        this.peer = peer;
        this.outlet = outlet;
        this.backlog = hub.createBacklog(outlet);
        preOpenBuffer.startBuffering();
    }

    /**
     * Who opens a session.
     *
     * @param caller the key of the share of sessions that it takes from
     * @param bytes the size of what it says of itself
     */
    public record SessionOwner(
            Implementation info,
            ClientCapabilities capabilities,
            @Nullable CallerPrincipal principal,
            String caller,
            int bytes) {}

    public String id() {
        return id;
    }

    /** Names the session in logs without giving its id away. */
    public String label() {
        return label;
    }

    /** Returns the key of the share of sessions that it takes from. */
    public String callerKey() {
        return opener.caller();
    }

    /** Returns the size of what the client says of itself. */
    public int clientInfoBytes() {
        return opener.bytes();
    }

    public ProtocolCodec codec() {
        return wire;
    }

    public InFlightRequests inFlight() {
        return inFlight;
    }

    public RequestCorrelator requestCorrelator() {
        return peer;
    }

    /** Where messages go that belong to no request. */
    public SessionSink sink() {
        return outlet;
    }

    /** Sends a notification that belongs to no request, now or when the client reads again. */
    void sendNotification(Notification notification) {
        backlog.send(notification);
    }

    /**
     * Sends a notification of the relay, now or when the client has the answer to {@code initialize}: nothing may come
     * before that (lifecycle, initialization). What is too much by then is dropped.
     */
    public void sendNotificationOnceOpen(Notification notification) {
        if (!preOpenBuffer.tryBuffer(notification) && !preOpenBuffer.isBuffering()) {
            sendNotification(notification);
        }
    }

    /** The client has the answer that opens the session. */
    public void markOpened() {
        preOpenBuffer.drainTo(this::sendNotification);
    }

    /** Waits until the client has the answer that opens the session, or so long; returns whether it has it. */
    public boolean awaitOpened(Duration longest) {
        preOpenBuffer.awaitDrained(longest);
        return !preOpenBuffer.isBuffering();
    }

    Set<String> subscribedUris() {
        return subscribed;
    }

    public boolean isOwnedBy(@Nullable CallerPrincipal caller) {
        CallerPrincipal owner = principal;
        return Objects.equals(owner == null ? null : owner.name(), caller == null ? null : caller.name());
    }

    /** Its principal has come with other credentials, which may allow more or less than those before. */
    public void updatePrincipal(@Nullable CallerPrincipal caller) {
        principal = caller;
    }

    /** Whether its principal, by the last credentials, may know of what needs these scopes. */
    boolean canSee(Set<String> needed) {
        CallerPrincipal owner = principal;
        return owner == null || owner.hasScopes(needed);
    }

    @Override
    public Implementation info() {
        return opener.info();
    }

    @Override
    public ClientCapabilities capabilities() {
        return opener.capabilities();
    }

    @Override
    public LogLevel logLevel() {
        return logLevel;
    }

    public void logLevel(LogLevel level) {
        logLevel = level;
    }

    /** Who serves it, where that is somebody else. */
    @Nullable public ForwardingSession forwardingSession() {
        return service;
    }

    public void attachForwardingSession(ForwardingSession somebody) {
        service = somebody;
        if (ended) {
            somebody.close();
        }
    }

    /** Lets whoever serves it know that it is over. */
    public void closeForwardingSession() {
        ForwardingSession somebody = service;
        if (somebody != null) {
            somebody.close();
        }
    }

    /** Notes that the session is in use. */
    public void markUsed() {
        usedAt = System.nanoTime();
    }

    /** For how long nobody has used it; a session with a request in flight or an open stream is in use. */
    public long idleNanos(long now) {
        return inFlight.size() > 0 || outlet.hasReader() ? 0 : now - usedAt;
    }

    /** Ends the session: what is in flight is cancelled, what waits fails, its streams close. */
    public void end() {
        ended = true;
        inFlight.cancelAll();
        closeForwardingSession();
        peer.close();
        outlet.close();
    }
}
