package dev.tenon.client.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.jsonrpc.internal.Deadline;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoginDeadlinePauserTest {
    private final LoginDeadlinePauser pauser = new LoginDeadlinePauser();
    private final Deadline deadline = Deadline.extendable(Duration.ofMinutes(1), Duration.ofHours(1));

    /** Resumes a deadline until that is rejected, and returns how often it was paused. */
    private static int drainPauses(Deadline deadline) {
        int pauses = 0;
        while (true) {
            try {
                deadline.resume();
                pauses++;
            } catch (IllegalStateException e) {
                return pauses;
            }
        }
    }

    @Test
    void a_deadline_that_is_registered_during_two_logins_is_paused_for_each() {
        pauser.pauseAll();
        pauser.pauseAll();
        pauser.register(deadline);
        assertThat(drainPauses(deadline)).isEqualTo(2);
    }

    @Test
    void a_registered_deadline_runs_again_when_the_last_login_ends() {
        pauser.register(deadline);
        Runnable first = pauser.pauseAll();
        Runnable second = pauser.pauseAll();
        second.run();
        first.run();
        assertThat(drainPauses(deadline)).isZero();
    }

    @Test
    void a_deadline_that_is_unregistered_during_a_login_runs_again_and_is_not_resumed_twice() {
        pauser.register(deadline);
        Runnable resume = pauser.pauseAll();
        pauser.unregister(deadline);
        assertThat(drainPauses(deadline)).isZero();
        resume.run();
        assertThat(drainPauses(deadline)).isZero();
    }

    @Test
    void a_login_after_the_last_one_pauses_only_what_is_registered() {
        Deadline other = Deadline.extendable(Duration.ofMinutes(1), Duration.ofHours(1));
        pauser.register(deadline);
        pauser.register(other);
        pauser.unregister(other);
        pauser.pauseAll();
        assertThat(drainPauses(deadline)).isEqualTo(1);
        assertThat(drainPauses(other)).isZero();
    }
}
