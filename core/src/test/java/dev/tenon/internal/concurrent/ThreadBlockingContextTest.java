package dev.tenon.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Issue 20, section 1: a single mechanism decides whether code may block. */
class ThreadBlockingContextTest {
    private final ThreadBlockingContext loop = ThreadBlockingContext.nonBlocking("event loop");

    @AfterEach
    void clearContext() {
        ThreadBlockingContext.clear();
    }

    @Test
    void a_thread_without_declared_context_may_block() {
        assertThat(ThreadBlockingContext.current().canBlock()).isTrue();
        assertThatCode(() -> ThreadBlockingContext.assertCanBlock("test")).doesNotThrowAnyException();
    }

    @Test
    void a_check_fails_in_a_context_that_must_not_block() {
        loop.enter();

        assertThat(loop.isCurrent()).isTrue();
        assertThat(ThreadBlockingContext.current()).isSameAs(loop);
        assertThatThrownBy(() -> ThreadBlockingContext.assertCanBlock("send to a full queue"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("event loop")
                .hasMessageContaining("send to a full queue");
    }

    @Test
    void the_context_of_a_task_ends_with_it() {
        ThreadBlockingContext timer = ThreadBlockingContext.nonBlocking("timer");
        loop.run(() -> {
            assertThat(loop.isCurrent()).isTrue();
            timer.run(() -> assertThat(timer.isCurrent()).isTrue());
            assertThat(loop.isCurrent()).isTrue();
        });

        assertThat(ThreadBlockingContext.current().canBlock()).isTrue();
    }
}
