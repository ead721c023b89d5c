package dev.tenon.guard.aggregate;

import dev.tenon.guard.content.SecretDetector;
import dev.tenon.guard.internal.concurrent.UsageCounter;
import dev.tenon.internal.concurrent.HandlerExecutors;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The place of a member among the others, from when it comes until it has gone and nobody uses it any more. */
final class MemberState {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    private final AggregateMember member;
    private final UsageCounter users = new UsageCounter();
    private final AtomicBoolean isUnhealthy = new AtomicBoolean();

    MemberState(AggregateMember member) {
        this.member = member;
    }

    AggregateMember member() {
        return member;
    }

    String name() {
        return member.name();
    }

    /** Its name for the outside. */
    String exposedName(String name) {
        return member.prefix() + name;
    }

    /** What that name for the outside is inside. */
    String originalName(String presented) {
        return presented.substring(member.prefix().length());
    }

    /** Counts one more who uses it; false when the member has left. */
    boolean tryAcquire() {
        return users.tryAcquire();
    }

    /** Counts one less. */
    void release() {
        users.release();
    }

    /** The member leaves: nobody comes any more. What there is to tidy up is done on one of those threads. */
    void retire(Executor later) {
        users.retire(() -> HandlerExecutors.executeEvenIfShutDown(later, member.onRemoved()));
    }

    /** It does not work for everybody now; said once until it is well again. */
    void markUnhealthy(String what, String problem) {
        if (!isUnhealthy.getAndSet(true)) {
            LOG.warn("{} of {} are left out: {}", what, name(), SecretDetector.COMMON.redact(problem));
        }
    }

    /** It works. */
    void markHealthy() {
        if (isUnhealthy.get() && isUnhealthy.getAndSet(false)) {
            LOG.info("{} is there again", name());
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
