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

/** State shared by all clients of an aggregate. */
final class SharedAggregateState {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    private static final int MAX_WARNINGS = 1000;

    final Implementation self;
    final AggregateCursorCodec cursorCodec;
    /** How long to wait for the remaining members after one has responded. */
    final Duration timeout;
    /** Runs blocking tasks. */
    final ExecutorService threads;

    final ResourceIndex resourceIndex = new ResourceIndex();
    private final Set<List<String>> loggedWarnings = ConcurrentHashMap.newKeySet();
    private volatile MemberSnapshot members;

    SharedAggregateState(
            Implementation self,
            StateEncryptionKeys keys,
            Duration timeout,
            MemberSnapshot members,
            ExecutorService threads) {
        this.self = self;
        this.cursorCodec = new AggregateCursorCodec(keys);
        this.timeout = timeout;
        this.threads = threads;
        this.members = members;
    }

    MemberSnapshot members() {
        return members;
    }

    void members(MemberSnapshot value) {
        members = value;
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

    /** Logs a warning once for these values. */
    void warnOnce(String message, String... values) {
        if (loggedWarnings.size() < MAX_WARNINGS && loggedWarnings.add(List.of(values))) {
            LOG.warn(message, (Object[]) values);
        }
    }
}
