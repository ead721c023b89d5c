package dev.tenon.guard.joint;

import dev.tenon.concurrent.handlers.HandlerThreads;
import dev.tenon.guard.content.Secrets;
import dev.tenon.guard.internal.UseCount;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The place of a member among the others, from when it comes until it has gone and nobody uses it any more. */
final class Seat {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    private final Member member;
    private final UseCount users = new UseCount();
    private final AtomicBoolean ailing = new AtomicBoolean();

    Seat(Member member) {
        this.member = member;
    }

    Member member() {
        return member;
    }

    String name() {
        return member.name();
    }

    /** Its name for the outside. */
    String presented(String name) {
        return member.prefix() + name;
    }

    /** What that name for the outside is inside. */
    String own(String presented) {
        return presented.substring(member.prefix().length());
    }

    /** Counts one more who uses it; false when the member has left. */
    boolean enter() {
        return users.enter();
    }

    /** Counts one less. */
    void exit() {
        users.exit();
    }

    /** The member leaves: nobody comes any more. What there is to tidy up is done on one of those threads. */
    void leave(Executor later) {
        users.retire(() -> HandlerThreads.runEvenStopped(later, member.gone()));
    }

    /** It does not work for everybody now; said once until it is well again. */
    void ails(String what, String problem) {
        if (!ailing.getAndSet(true)) {
            LOG.warn("{} of {} are left out: {}", what, name(), Secrets.COMMON.redacted(problem));
        }
    }

    /** It works. */
    void isWell() {
        if (ailing.get() && ailing.getAndSet(false)) {
            LOG.info("{} is there again", name());
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
