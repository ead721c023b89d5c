package dev.tenon.guard.aggregate;

import static dev.tenon.guard.internal.log.GuardLog.LOG;

import dev.tenon.model.Implementation;
import dev.tenon.server.StateEncryptionKeys;
import dev.tenon.server.forwarder.DownstreamClient;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.server.forwarder.RequestForwarder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Combines several MCP servers into one. Names of tools and prompts get the prefix of their server, which also routes
 * calls; a resource is read from the server that has it. Everything else is forwarded unchanged.
 *
 * <p>A single server without a prefix is forwarded unchanged, including its description and messages outside the
 * specification.
 *
 * <p>A server that cannot be reached is omitted and logged if another one is available. Servers can be replaced while
 * clients are connected; calls in progress complete normally.
 */
public final class ServerAggregate implements RequestForwarder, AutoCloseable {
    /** The default timeout for the slowest server. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(20);

    private static final int MAX_WARNINGS = 1000;

    final Implementation self;
    final AggregateCursorCodec cursorCodec;
    /** How long to wait for the remaining members after one has responded. */
    final Duration timeout;
    /** Runs blocking tasks. */
    final ExecutorService threads;

    final ResourceIndex resourceIndex = new ResourceIndex();
    /** The sessions to notify when members change: those of clients, and those with an open subscription. */
    final Set<AggregateSession> observers = ConcurrentHashMap.newKeySet();

    private final Set<List<String>> loggedWarnings = ConcurrentHashMap.newKeySet();
    private final ReentrantLock replaceLock = new ReentrantLock();
    private volatile MemberSnapshot snapshot;

    /**
     * Like {@link #ServerAggregate(Implementation, StateEncryptionKeys, Duration, List, ExecutorService)}, with the
     * {@link #DEFAULT_TIMEOUT}.
     */
    public ServerAggregate(
            Implementation self, StateEncryptionKeys keys, List<AggregateMember> members, ExecutorService threads) {
        this(self, keys, DEFAULT_TIMEOUT, members, threads);
    }

    /**
     * Creates an aggregate without connecting to its members.
     *
     * @param self the implementation that clients see
     * @param keys encrypt the cursors of lists
     * @param timeout how long to wait for further servers after one has responded, for lists and on connect
     * @param members the servers, in the order in which clients see them
     * @param threads runs blocking tasks; not shut down by this
     * @throws IllegalArgumentException if two members have the same name or the same prefix
     */
    public ServerAggregate(
            Implementation self,
            StateEncryptionKeys keys,
            Duration timeout,
            List<AggregateMember> members,
            ExecutorService threads) {
        this.snapshot = MemberSnapshot.of(members, List.of());
        this.self = self;
        this.cursorCodec = new AggregateCursorCodec(keys);
        this.timeout = timeout;
        this.threads = threads;
    }

    MemberSnapshot snapshot() {
        return snapshot;
    }

    /** Returns the members. */
    public List<AggregateMember> members() {
        return snapshot.all().stream().map(ReferenceCountedMember::member).toList();
    }

    /**
     * Replaces the members. A member with the same name, prefix and forwarder as before continues; a removed member is
     * released after its calls in progress. Clients are notified that their lists have changed.
     *
     * @throws IllegalArgumentException if two members have the same name or the same prefix; then nothing changes
     */
    public void replaceMembers(List<AggregateMember> members) {
        replaceLock.lock();
        try {
            MemberSnapshot previous = snapshot;
            MemberSnapshot replacement = MemberSnapshot.of(members, previous.all());
            if (replacement.all().equals(previous.all())) {
                return;
            }
            List<ReferenceCountedMember> removed = new ArrayList<>(previous.all());
            removed.removeAll(replacement.all());
            snapshot = replacement;
            removed.forEach(member -> member.retire(threads));
            removed.forEach(resourceIndex::forget);
            observers.forEach(session -> session.onMembersReplaced(removed));
        } finally {
            replaceLock.unlock();
        }
    }

    /** Runs a task, and repeats it with the current members if a member was removed meanwhile. */
    static <T> T retryIfMemberRemoved(Callable<T> task) throws Exception {
        while (true) {
            try {
                return task.call();
            } catch (MemberRemovedException e) {
                LOG.debug("Members changed during a request; repeating it", e);
            }
        }
    }

    /** Logs a warning once for these values, whatever the message is. Warnings beyond 1,000 are dropped. */
    void warnOnce(String message, String... values) {
        if (loggedWarnings.size() < MAX_WARNINGS && loggedWarnings.add(List.of(values))) {
            LOG.warn(message, (Object[]) values);
        }
    }

    @Override
    public ForwardingSession connect(DownstreamClient client) throws Exception {
        AggregateSession session = new AggregateSession(client, this);
        if (client.hasSession()) {
            session.connectMembers();
        }
        return session;
    }

    /**
     * Closes the sessions and streams of connected clients. Other requests release their members when they complete.
     */
    @Override
    public void close() {
        observers.forEach(AggregateSession::close);
    }
}
