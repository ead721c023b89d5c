package dev.tenon.oauth.client.internal.acquisition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.oauth.client.AuthorizationException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class TokenAcquisitionLockTest {
    private final TokenAcquisitionLock lock = new TokenAcquisitionLock(Duration.ofMinutes(1), "waiting for a login");

    /**
     * Calls the lock on a thread while this thread holds it, and returns the outcome of the thread.
     *
     * @param first the action of this thread, which ends after the other thread waits
     */
    private CompletableFuture<String> callWhileHeld(Supplier<String> first, Supplier<String> second) {
        CompletableFuture<String> outcome = new CompletableFuture<>();
        Thread waiting = new Thread(() -> {
            try {
                outcome.complete(lock.callOrShareFailure(second));
            } catch (RuntimeException e) {
                outcome.completeExceptionally(e);
            }
        });
        try {
            lock.callOrShareFailure(() -> {
                waiting.start();
                while (waiting.getState() != Thread.State.TIMED_WAITING) {
                    Thread.onSpinWait();
                }
                return first.get();
            });
        } catch (RuntimeException e) {
            assertThat(e).hasMessageContaining("first");
        }
        return outcome;
    }

    private static Supplier<String> failing(RuntimeException failure) {
        return () -> {
            throw failure;
        };
    }

    @Test
    void a_thread_that_waited_for_a_failure_fails_without_a_second_attempt() {
        AuthorizationException failure = new AuthorizationException("first login failed");
        CompletableFuture<String> second = callWhileHeld(failing(failure), () -> "called");
        assertThatThrownBy(second::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(AuthorizationException.class)
                .hasMessage("first login failed")
                .hasCause(failure);
    }

    @Test
    void a_thread_that_waited_for_a_success_runs_its_own_action() {
        assertThat(callWhileHeld(() -> "first", () -> "second").join()).isEqualTo("second");
    }

    @Test
    void a_thread_that_comes_after_a_failure_runs_its_own_action() {
        assertThatThrownBy(() -> lock.callOrShareFailure(failing(new AuthorizationException("first"))))
                .hasMessage("first");
        assertThat(lock.callOrShareFailure(() -> "second")).isEqualTo("second");
    }

    @Test
    void a_thread_that_waited_for_a_defect_does_not_get_the_failure_of_an_earlier_login() {
        assertThatThrownBy(() -> lock.callOrShareFailure(failing(new AuthorizationException("an hour ago"))))
                .hasMessage("an hour ago");
        CompletableFuture<String> second =
                callWhileHeld(failing(new IllegalStateException("first is defective")), () -> "second");
        assertThat(second.join()).isEqualTo("second");
    }

    @Test
    void a_failed_action_releases_the_lock() {
        assertThatThrownBy(() -> lock.callExclusively(failing(new IllegalStateException("defect"))))
                .hasMessage("defect");
        assertThat(CompletableFuture.supplyAsync(() -> lock.callExclusively(() -> "second"))
                        .join())
                .isEqualTo("second");
    }

    @Test
    void a_wait_that_takes_too_long_names_what_was_waited_for() {
        TokenAcquisitionLock brief = new TokenAcquisitionLock(Duration.ZERO, "waiting for a login");
        String problem = brief.callExclusively(
                () -> CompletableFuture.supplyAsync(() -> catchMessage(() -> brief.callExclusively(() -> "second")))
                        .join());
        assertThat(problem).isEqualTo("Gave up waiting for a login after 0 ms");
    }

    private static String catchMessage(Supplier<String> call) {
        try {
            return call.get();
        } catch (AuthorizationException e) {
            return e.getMessage();
        }
    }

    @Test
    void an_interrupted_thread_does_not_run_its_action_and_stays_interrupted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> lock.callExclusively(failing(new IllegalStateException("called"))))
                .isInstanceOf(AuthorizationException.class)
                .hasMessage("Interrupted while waiting for a login");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void a_thread_that_must_not_block_does_not_wait() {
        ThreadBlockingContext.nonBlocking("event loop")
                .run(() -> assertThatThrownBy(() -> lock.callExclusively(() -> "never"))
                        .isInstanceOf(AssertionError.class));
    }
}
