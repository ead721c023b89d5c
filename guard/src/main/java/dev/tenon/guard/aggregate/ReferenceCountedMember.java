package dev.tenon.guard.aggregate;

import static dev.tenon.guard.internal.log.GuardLog.LOG;

import dev.tenon.guard.content.SecretDetector;
import dev.tenon.guard.internal.concurrent.UsageCounter;
import dev.tenon.internal.concurrent.HandlerExecutors;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** The state of a member: it is used until it was removed and its last user has released it. */
final class ReferenceCountedMember {
    private final AggregateMember member;
    /** Counts the connections to the member; none is added once it was removed. */
    final UsageCounter users = new UsageCounter();

    private final AtomicBoolean isUnhealthy = new AtomicBoolean();

    ReferenceCountedMember(AggregateMember member) {
        this.member = member;
    }

    AggregateMember member() {
        return member;
    }

    String name() {
        return member.name();
    }

    /** Returns the name that clients see for a name of the member. */
    String exposedName(String name) {
        return member.prefix() + name;
    }

    /** Returns the member's own name for a name that clients see. */
    String originalName(String exposedName) {
        return exposedName.substring(member.prefix().length());
    }

    /**
     * Removes the member: it accepts no new users, and {@link AggregateMember#onRemoved()} runs on {@code executor}
     * when the last one has left.
     */
    void retire(Executor executor) {
        users.retire(() -> HandlerExecutors.executeEvenIfShutDown(executor, member.onRemoved()));
    }

    /** Logs a failure of the member, once until it recovers. */
    void markUnhealthy(String items, String problem) {
        if (!isUnhealthy.getAndSet(true)) {
            String cause = SecretDetector.COMMON.redact(problem);
            LOG.warn("Member failed, its items are omitted: member={}, items={}, cause={}", name(), items, cause);
        }
    }

    /** Records that the member works. */
    void markHealthy() {
        if (isUnhealthy.get() && isUnhealthy.getAndSet(false)) {
            LOG.info("Member recovered: member={}", name());
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
