package dev.tenon.guard.aggregate;

import dev.tenon.model.Implementation;
import dev.tenon.server.StateEncryptionKeys;
import dev.tenon.server.forwarder.DownstreamClient;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.server.forwarder.RequestForwarder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Several servers as one. The names of tools and prompts get the prefix of their server, and a name with that prefix
 * leads to it; a resource is read from who has it; everything else of what is called, answered and told passes
 * untouched.
 *
 * <p>A single server without a prefix is passed on as it is: also what it says of itself, and what is not in the
 * specification.
 *
 * <p>A server that cannot be reached is left out, and logged, as long as there is another. The servers can be replaced
 * while clients are there: calls under way end as they began.
 */
public final class ServerAggregate implements RequestForwarder, AutoCloseable {
    /** How long the slowest is waited for, unless said otherwise. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(20);

    private final AggregateContext common;
    /** Those that hear of members that come and go. */
    private final Set<AggregateSession> observers = ConcurrentHashMap.newKeySet();

    private final ReentrantLock replacing = new ReentrantLock();

    /**
     * Like {@link #ServerAggregate(Implementation, StateEncryptionKeys, Duration, List, ExecutorService)}, with a
     * patience of 20 seconds.
     */
    public ServerAggregate(
            Implementation self, StateEncryptionKeys keys, List<AggregateMember> members, ExecutorService threads) {
        this(self, keys, DEFAULT_TIMEOUT, members, threads);
    }

    /**
     * Servers behind one endpoint.
     *
     * @param self what the client is told that it speaks with
     * @param keys sign the cursors of lists
     * @param patience how long others are waited for, in lists and when they are met, when one has answered
     * @param members the servers, in the order in which they are shown
     * @param threads run what may block; not stopped by this
     * @throws IllegalArgumentException when two have the same name or the same prefix
     */
    public ServerAggregate(
            Implementation self,
            StateEncryptionKeys keys,
            Duration patience,
            List<AggregateMember> members,
            ExecutorService threads) {
        this.common = new AggregateContext(self, keys, patience, MemberStates.of(members, List.of()), threads);
    }

    /** The servers. */
    public List<AggregateMember> members() {
        return common.members().all().stream().map(MemberState::member).toList();
    }

    /**
     * Has other servers from now on. One with the same name, prefix and relay as before goes on as it is; of others the
     * calls under way end first. Clients are told that their lists have changed.
     *
     * @throws IllegalArgumentException when two have the same name or the same prefix; then nothing changes
     */
    public void replaceMembers(List<AggregateMember> members) {
        replacing.lock();
        try {
            MemberStates before = common.members();
            MemberStates after = MemberStates.of(members, before.all());
            if (after.all().equals(before.all())) {
                return;
            }
            List<MemberState> gone = new ArrayList<>(before.all());
            gone.removeAll(after.all());
            common.members(after);
            gone.forEach(seat -> seat.retire(common.threads));
            gone.forEach(common.resourceIndex::forget);
            observers.forEach(service -> service.onMembersReplaced(gone));
        } finally {
            replacing.unlock();
        }
    }

    @Override
    public ForwardingSession connect(DownstreamClient client) throws Exception {
        AggregateSession service = new AggregateSession(client, common, observers);
        if (client.hasSession()) {
            service.connectMembers();
        }
        return service;
    }

    /**
     * Closes what leads to the servers, for sessions and streams that are still there. Other requests close it when
     * they end.
     */
    @Override
    public void close() {
        observers.forEach(AggregateSession::close);
    }
}
