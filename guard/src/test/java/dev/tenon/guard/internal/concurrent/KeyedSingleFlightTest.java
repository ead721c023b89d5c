package dev.tenon.guard.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Issue 20, item 14: a caller waiting for an attempt that fails because of the limit of its caller does not fail with
 * it.
 */
class KeyedSingleFlightTest {
    private final KeyedSingleFlight<String> attempts = new KeyedSingleFlight<>();

    @ParameterizedTest
    @ValueSource(ints = {ErrorCode.BUSY, ErrorCode.INTERNAL_ERROR})
    void only_a_busy_failure_is_not_shared(int code) throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch mayFail = new CountDownLatch(1);
        Thread first = new Thread(() -> assertThatThrownBy(() -> attempts.execute(
                        "key",
                        () -> {
                            started.countDown();
                            await(mayFail);
                            throw new RpcException(code, "no");
                        },
                        () -> "unused"))
                .isInstanceOf(RpcException.class));
        first.start();
        await(started);
        FutureTask<String> other = new FutureTask<>(() -> attempts.execute("key", () -> "first", () -> "after"));
        Thread waiter = new Thread(other);
        waiter.start();
        while (waiter.isAlive() && waiter.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        mayFail.countDown();
        if (code == ErrorCode.BUSY) {
            assertThat(other.get(60, TimeUnit.SECONDS)).isEqualTo("after");
        } else {
            assertThatThrownBy(() -> other.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(RpcException.class);
        }
        first.join();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
