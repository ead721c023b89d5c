package dev.tenon.guard.aggregate;

import dev.tenon.model.Implementation;
import dev.tenon.server.StateEncryptionKeys;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the clients of a joint have in common. */
final class AggregateContext {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    private static final int MAX_WARNINGS = 1000;

    final Implementation self;
    final AggregateCursorCodec cursors;
    /** How long several members are waited for when one has answered. */
    final Duration timeout;
    /** Run what may block. */
    final ExecutorService threads;

    final ResourceIndex resourceIndex = new ResourceIndex();
    private final Set<List<String>> warned = ConcurrentHashMap.newKeySet();
    private volatile MemberStates members;

    AggregateContext(
            Implementation self,
            StateEncryptionKeys keys,
            Duration patience,
            MemberStates seats,
            ExecutorService threads) {
        this.self = self;
        this.cursors = new AggregateCursorCodec(keys);
        this.timeout = patience;
        this.threads = threads;
        this.members = seats;
    }

    MemberStates members() {
        return members;
    }

    void members(MemberStates changed) {
        members = changed;
    }

    /** Does something with the members, and once more with the new ones whenever a member was replaced meanwhile. */
    static <T> T withCurrentMembers(Callable<T> work) throws Exception {
        while (true) {
            try {
                return work.call();
            } catch (MemberRemovedException e) {
                LOG.debug("Members were replaced during a request", e);
            }
        }
    }

    /** Logs what would else be logged again and again. */
    void warnOnce(String words, String... values) {
        if (warned.size() < MAX_WARNINGS && warned.add(List.of(values))) {
            LOG.warn(words, (Object[]) values);
        }
    }
}
