package dev.tenon.server.internal;

import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Peer;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.LogLevel;
import dev.tenon.server.Principal;
import dev.tenon.server.RelayService;
import dev.tenon.wire.Wire;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What a handshake establishes and a client of that era relies on. It never stands for authentication: a request in it is
 * authenticated like any other, and must come from the principal that opened it.
 */
final class Session implements ClientView {
    private static final int MOST_EARLY = 64;

    private final String id;
    private final String label;
    private final Wire wire;
    private final InFlight inFlight;
    private final Peer peer;
    private final Outlet outlet;
    private final NotificationBacklog backlog;
    /** What a relay says before the client has the answer that opens the session. */
    private final HoldQueue<Notification> early = new HoldQueue<>(MOST_EARLY);

    private final Set<String> subscribed = ConcurrentHashMap.newKeySet();
    private final Opener opener;
    private volatile @Nullable Principal principal;
    private volatile LogLevel logLevel = LogLevel.INFO;
    private volatile long usedAt = System.nanoTime();
    private volatile boolean ended;
    private volatile @Nullable RelayService service;

    Session(String id, Wire wire, Opener opener, InFlight inFlight, Peer peer, Outlet outlet, Hub hub) {
        this.id = id;
        this.label = Integer.toHexString(RequestDigest.of(id, null).hashCode());
        this.wire = wire;
        this.principal = opener.principal();
        this.opener = opener;
        this.inFlight = inFlight;
        this.peer = peer;
        this.outlet = outlet;
        this.backlog = hub.backlog(outlet);
        early.begin();
    }

    /**
     * Who opens a session.
     *
     * @param caller the key of the share of sessions that it takes from
     * @param bytes the size of what it says of itself
     */
    record Opener(
            Implementation info,
            ClientCapabilities capabilities,
            @Nullable Principal principal,
            String caller,
            int bytes) {}

    String id() {
        return id;
    }

    /** Names the session in logs without giving its id away. */
    String label() {
        return label;
    }

    /** Returns the key of the share of sessions that it takes from. */
    String caller() {
        return opener.caller();
    }

    /** Returns the size of what the client says of itself. */
    int bytes() {
        return opener.bytes();
    }

    Wire wire() {
        return wire;
    }

    InFlight inFlight() {
        return inFlight;
    }

    Peer peer() {
        return peer;
    }

    /** Where messages go that belong to no request. */
    Outlet outlet() {
        return outlet;
    }

    /** Sends a notification that belongs to no request, now or when the client reads again. */
    void tell(Notification notification) {
        backlog.send(notification);
    }

    /**
     * Sends a notification of the relay, now or when the client has the answer to {@code initialize}: nothing may come before that
     * (lifecycle, initialization). What is too much by then is dropped.
     */
    void tellOnceOpen(Notification notification) {
        if (!early.keeps(notification) && !early.isHolding()) {
            tell(notification);
        }
    }

    /** The client has the answer that opens the session. */
    void opened() {
        early.release(this::tell);
    }

    /** Waits until the client has the answer that opens the session, or so long; returns whether it has it. */
    boolean awaitOpened(Duration longest) {
        early.awaitReleased(longest);
        return !early.isHolding();
    }

    Set<String> subscribed() {
        return subscribed;
    }

    boolean belongsTo(@Nullable Principal caller) {
        Principal owner = principal;
        return Objects.equals(owner == null ? null : owner.name(), caller == null ? null : caller.name());
    }

    /** Its principal has come with other credentials, which may allow more or less than those before. */
    void seen(@Nullable Principal caller) {
        principal = caller;
    }

    /** Whether its principal, by the last credentials, may know of what needs these scopes. */
    boolean maySee(Set<String> needed) {
        Principal owner = principal;
        return owner == null || owner.may(needed);
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

    void logLevel(LogLevel level) {
        logLevel = level;
    }

    /** Who serves it, where that is somebody else. */
    @Nullable RelayService service() {
        return service;
    }

    void servedBy(RelayService somebody) {
        service = somebody;
        if (ended) {
            somebody.close();
        }
    }

    /** Lets whoever serves it know that it is over. */
    void leaveService() {
        RelayService somebody = service;
        if (somebody != null) {
            somebody.close();
        }
    }

    /** Notes that the session is in use. */
    void touch() {
        usedAt = System.nanoTime();
    }

    /** For how long nobody has used it; a session with a request in flight or an open stream is in use. */
    long idleNanos(long now) {
        return inFlight.size() > 0 || outlet.isAttended() ? 0 : now - usedAt;
    }

    /** Ends the session: what is in flight is cancelled, what waits fails, its streams close. */
    void end() {
        ended = true;
        inFlight.cancelAll();
        leaveService();
        peer.close();
        outlet.close();
    }
}
